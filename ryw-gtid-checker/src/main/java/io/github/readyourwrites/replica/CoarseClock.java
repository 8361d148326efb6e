package io.github.readyourwrites.replica;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A clock that is read for nearly nothing: a thread of its own moves it on. Always a little late, never ahead; how late is
 * up to the scheduler, so whoever reads it leaves room for that, see {@link #margin}. A JVM that was stopped as a whole
 * (by a signal, say) may for a moment read it before that thread has run again. Thread-safe.
 */
final class CoarseClock implements LongSupplier, AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(20);

    /** Shorter times leave no room for a thread that comes late by some ticks. */
    private static final int LEAST_TICKS = 10;

    private final LongSupplier exact;

    private volatile long nanos;

    private volatile boolean running;

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
            running = true;
            thread = new Thread(this::tick, "ryw-clock");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void tick() {
        while (running) {
            nanos = exact.getAsLong();
            LockSupport.parkNanos(TICK.toNanos());
            // An interrupt that is not ours must not let it spin.
            Thread.interrupted();
        }
    }

    /**
     * Up to which age by this clock something is surely younger than {@code longest}, though the clock be late by as much
     * again; negative if only the real clock can tell.
     */
    static long margin(Duration longest) {
        return longest.compareTo(TICK.multipliedBy(LEAST_TICKS)) < 0 ? Long.MIN_VALUE : longest.toNanos() / 2;
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
        running = false;
        LockSupport.unpark(ending);
        try {
            ending.join();
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
