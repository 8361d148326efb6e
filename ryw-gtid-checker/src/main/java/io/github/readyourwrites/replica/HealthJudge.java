package io.github.readyourwrites.replica;

/**
 * Makes one replica's health of what looks at it showed. It leaves at once and comes back slowly: after a failure several
 * good looks must follow each other, and a lag that was too great must stay below half of the bound for a while. So
 * neither a server that answers every second time nor a lag around the bound makes it flap.
 *
 * <p>Thread-safe.
 */
final class HealthJudge {

    /** After a failure to answer. */
    static final int LOOKS_TO_RETURN = 3;

    private final long maxLagNanos;

    private final long dwellNanos;

    private volatile Health health = Health.UNKNOWN;

    /** Since when. Guarded by this. */
    private long sinceNanos;

    /** How many good looks are missing. Guarded by this. */
    private int probation;

    /** Whether the lag was too great and has not been small for long enough since. Guarded by this. */
    private boolean lagged;

    /** Since when the lag has been small again; meaningless unless {@code small}. Guarded by this. */
    private long smallSinceNanos;

    /** Guarded by this. */
    private boolean small;

    /**
     * Judges with these bounds.
     *
     * @param dwellNanos how long a lag that was too great must have been below half of {@code maxLagNanos}
     */
    HealthJudge(long maxLagNanos, long dwellNanos, long now) {
        this.maxLagNanos = maxLagNanos;
        this.dwellNanos = dwellNanos;
        sinceNanos = now;
    }

    Health health() {
        return health;
    }

    synchronized long sinceNanos() {
        return sinceNanos;
    }

    /**
     * The server answered.
     *
     * @param lagNanos as {@link LagMeter#lagNanos} says
     * @param stalled whether it has been getting nothing new for too long
     */
    synchronized void answered(long lagNanos, boolean stalled, long now) {
        judgeLag(lagNanos, stalled, now);
        if (probation > 0 && --probation > 0) {
            return;
        }
        if (stalled) {
            become(Health.STALLED, now);
        } else {
            become(lagged || lagNanos == LagMeter.UNKNOWN ? Health.LAGGING : Health.UP, now);
        }
    }

    private void judgeLag(long lagNanos, boolean stalled, long now) {
        if (lagNanos == LagMeter.UNKNOWN && !stalled) {
            small = false;
        } else if (lagNanos > maxLagNanos || stalled) {
            lagged = true;
            small = false;
        } else if (lagNanos > maxLagNanos / 2) {
            small = false;
        } else if (!small) {
            small = true;
            smallSinceNanos = now;
        } else if (now - smallSinceNanos >= dwellNanos) {
            lagged = false;
        }
    }

    /**
     * The server failed: it is this from now on.
     *
     * @param goodLooks how many good answers must follow each other before it counts as well again
     */
    synchronized void failed(Health verdict, int goodLooks, long now) {
        probation = goodLooks;
        become(verdict, now);
    }

    private void become(Health verdict, long now) {
        if (health != verdict) {
            health = verdict;
            sinceNanos = now;
        }
    }
}
