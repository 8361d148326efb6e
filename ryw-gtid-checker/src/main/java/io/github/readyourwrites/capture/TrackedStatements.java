package io.github.readyourwrites.capture;

/**
 * How many statements the trackers of this class loader have seen, per thread. Who compares the count before and after
 * an execution notices a connection without tracker.
 */
public final class TrackedStatements {

    private static final ThreadLocal<long[]> COUNT = ThreadLocal.withInitial(() -> new long[1]);

    private TrackedStatements() {}

    /** Statements seen on the calling thread so far; never decreases. */
    public static long onThisThread() {
        return COUNT.get()[0];
    }

    static void increment() {
        COUNT.get()[0]++;
    }
}
