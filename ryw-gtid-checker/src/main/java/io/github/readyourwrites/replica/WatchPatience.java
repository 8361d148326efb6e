package io.github.readyourwrites.replica;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How long the probe leaves reads to the watch that it does not wait for: an answer of the watch releases all whose floor
 * has arrived, so as long as it answers as usual a statement of the probe would tell nothing new. Guarded by its owner.
 */
final class WatchPatience {

    /** A watch that takes longer may wait in vain, for what never comes. */
    static final long MOST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final long leastNanos;

    private long lastNanos;

    /**
     * Nothing has been watched yet.
     *
     * @param leastNanos of patience, where the watch is quicker
     */
    WatchPatience(long leastNanos) {
        this.leastNanos = leastNanos;
    }

    /** The watch had its answer. */
    void answered(WatchedPosition watched, long now) {
        lastNanos = now - watched.sinceNanos();
    }

    /**
     * Nanoseconds from now on: the watch may take twice as long as the last time. Not positive if it has taken that long, if
     * it last took too long, or if it waits for nothing.
     */
    long left(@Nullable WatchedPosition watched, long now) {
        if (watched == null || lastNanos > MOST_NANOS) {
            return 0;
        }
        return watched.sinceNanos() + Math.max(leastNanos, Math.min(MOST_NANOS, 2 * lastNanos)) - now;
    }
}
