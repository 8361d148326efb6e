package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import org.jspecify.annotations.Nullable;

/**
 * How fast a replica gets on: how much of the primary's time it went through in how much time. Keeping pace is a rate of
 * 1, catching up more, standing still 0. Guarded by its owner.
 */
final class Progress {

    /** What the rate is about: the latest two seconds. */
    static final long SPAN_NANOS = 2_000_000_000L;

    private static final int PLACES = 10;

    private static final long STEP_NANOS = SPAN_NANOS / PLACES;

    /** When was noted, and up to when the replica had what the primary had; a ring. */
    private final long[] noted = new long[PLACES];

    private final long[] reached = new long[PLACES];

    private int count;

    private @Nullable GtidSet executed;

    private long lastNanos;

    private long latestReached;

    /** At {@code now} the replica had {@code observed}, which is all that the primary had at {@code upTo}. */
    void note(GtidSet observed, long upTo, long now) {
        if (!observed.equals(executed)) {
            executed = observed;
            lastNanos = now;
        }
        latestReached = upTo;
        if (count == 0 || now - noted[(count - 1) % PLACES] >= STEP_NANOS) {
            noted[count % PLACES] = now;
            reached[count % PLACES] = upTo;
            count++;
        }
    }

    void clear() {
        count = 0;
        executed = null;
    }

    /** Since when nothing new came; 0 if nothing was noted. */
    long nanosSinceLast(long now) {
        return executed == null ? 0 : now - lastNanos;
    }

    /** The rate over the span; infinite as long as less than half of it is known. */
    double rate(long now) {
        int oldest = Math.max(0, count - PLACES);
        long time = count == 0 ? 0 : now - noted[oldest % PLACES];
        return time < SPAN_NANOS / 2
                ? Double.POSITIVE_INFINITY
                : (double) (latestReached - reached[oldest % PLACES]) / time;
    }
}
