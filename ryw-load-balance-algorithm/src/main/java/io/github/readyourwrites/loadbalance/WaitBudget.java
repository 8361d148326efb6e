package io.github.readyourwrites.loadbalance;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long a read of one group may wait: a fixed time, or one that follows from how long replicas take. Thread-safe,
 * never blocks.
 */
final class WaitBudget {

    private static final double TIMES_P99 = 2.5;

    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** What a read that goes to the primary has for the primary's answer where its budget is used up. */
    private static final long LEAST_AT_PRIMARY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final long fixedNanos;

    private final boolean adaptive;

    private final long longestNanos;

    private final Replicas replicas;

    WaitBudget(RoutingConfiguration configuration, Replicas replicas) {
        fixedNanos = configuration.waitTimeout().toNanos();
        adaptive = configuration.health().adaptiveWait();
        longestNanos = configuration.health().longestWait().toNanos();
        this.replicas = replicas;
    }

    /**
     * Returns the budget now. The adaptive one is measured at the replica that is quickest: nobody waits for another. As
     * long as too little was measured it is the default of the fixed one.
     */
    long nanos() {
        if (!adaptive) {
            return fixedNanos;
        }
        long delay = replicas.leastLongDelayNanos();
        return delay < 0
                ? Math.min(fixedNanos, longestNanos)
                : Math.min(Math.max((long) (TIMES_P99 * delay), LEAST_NANOS), longestNanos);
    }

    /** Until when a read that goes to the primary waits for its answer: for what is left of the budget, 50 ms at least. */
    long deadlineAtPrimaryNanos(RoutingPass pass, LongSupplier clock) {
        return Math.max(pass.deadlineNanos(nanos()), clock.getAsLong() + LEAST_AT_PRIMARY_NANOS);
    }
}
