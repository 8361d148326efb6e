package io.github.readyourwrites.loadbalance;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Keeps the reads that fall back on the primary within a rate, so that a lag spike of all replicas cannot take the primary
 * down. Unused permits are kept for a tenth of a second. Thread-safe; never blocks.
 */
final class FallbackPermits {

    /** The {@code primary-fallback-permits-per-second} of a rule that does not limit. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final long SECOND_NANOS = 1_000_000_000L;

    private static final int KEPT_PARTS = 10;

    private final int perSecond;

    private final long nanosPerPermit;

    private final long keptNanos;

    private final LongSupplier clock;

    /** Until when the permits given so far have been paid for. */
    private final AtomicLong paidUntil;

    /**
     * Permits on {@code clock}.
     *
     * @param perSecond from 0, which permits nothing, to {@link #UNLIMITED}
     * @param clock nanoseconds, as {@link System#nanoTime}
     */
    FallbackPermits(int perSecond, LongSupplier clock) {
        this.perSecond = perSecond;
        this.clock = clock;
        nanosPerPermit = perSecond == 0 ? 0 : SECOND_NANOS / perSecond;
        // At least one permit, also where they come more slowly than that.
        keptNanos = Math.max(nanosPerPermit, SECOND_NANOS / KEPT_PARTS);
        paidUntil = new AtomicLong(clock.getAsLong() - keptNanos);
    }

    /** Whether one more read may go to the primary now. */
    boolean tryAcquire() {
        if (perSecond == UNLIMITED) {
            return true;
        }
        if (perSecond == 0) {
            return false;
        }
        while (true) {
            long now = clock.getAsLong();
            long paid = paidUntil.get();
            long next = Math.max(paid - now, -keptNanos) + nanosPerPermit;
            if (next > 0) {
                return false;
            }
            if (paidUntil.compareAndSet(paid, now + next)) {
                return true;
            }
        }
    }

    /** The last permit was of no use: the read that got it did not go to the primary. */
    void giveBack() {
        if (perSecond != UNLIMITED) {
            paidUntil.addAndGet(-nanosPerPermit);
        }
    }

    /** The limit, for messages. */
    int perSecond() {
        return perSecond;
    }
}
