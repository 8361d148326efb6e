package io.github.readyourwrites.replica;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A clock that is read for nearly nothing: a thread of its own moves it on. Always a little late, never ahead; how late is
 * up to the scheduler, so whoever reads it leaves room for that. Thread-safe.
 */
final class CoarseClock implements LongSupplier, AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(20);

    private final LongSupplier exact;

    private volatile long nanos;

    /** Guarded by this. */
    private @Nullable Thread thread;

    /** A clock that stands still until started. */
    CoarseClock(LongSupplier exact) {
        this.exact = exact;
        nanos = exact.getAsLong();
    }

    /** Lets it go; it is not late when this returns. Idempotent. */
    synchronized void start() {
        if (thread == null) {
            nanos = exact.getAsLong();
            thread = new Thread(this::tick, "ryw-clock");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void tick() {
        while (!Thread.currentThread().isInterrupted()) {
            nanos = exact.getAsLong();
            LockSupport.parkNanos(TICK.toNanos());
        }
    }

    @Override
    public long getAsLong() {
        return nanos;
    }

    /** Stops it, and waits for the thread's end, which takes no lock and no time. Idempotent. */
    @Override
    public synchronized void close() {
        Thread ending = thread;
        if (ending == null) {
            return;
        }
        thread = null;
        ending.interrupt();
        try {
            ending.join();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
