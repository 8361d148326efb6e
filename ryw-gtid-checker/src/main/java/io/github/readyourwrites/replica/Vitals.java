package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How fit one replica is: what its monitor saw, put together. What is concluded from a life of the server is concluded
 * before the life can end, so that nothing of it remains in the next one. Thread-safe; {@link #health()} costs the reading
 * of two volatile fields.
 */
final class Vitals {

    /** A lag that was too great must be small for so many heartbeats. */
    private static final int DWELL_BEATS = 3;

    private static final double MEDIAN = 50;

    private static final double NINETY_NINTH = 99;

    private final ReplicaLife life;

    private final LongSupplier clock;

    private final long maxLagNanos;

    private final CatchUpTimes catchUpTimes;

    private final LagMeter meter;

    private final HealthJudge judge;

    private volatile @Nullable ReplicationThreads threads;

    /** Since when the threads have not all been running; meaningless while they are. Written by the probe alone. */
    private volatile long haltedSinceNanos;

    Vitals(MonitorSettings settings, ReplicaLife life, LongSupplier clock) {
        this.life = life;
        this.clock = clock;
        catchUpTimes = new CatchUpTimes(clock.getAsLong());
        meter = new LagMeter(catchUpTimes);
        maxLagNanos = settings.maxLag().toNanos();
        judge = new HealthJudge(
                maxLagNanos, DWELL_BEATS * settings.heartbeat().interval().toNanos(), clock.getAsLong());
    }

    Health health() {
        return judge.health();
    }

    /**
     * The primary had this.
     *
     * @return whether the replica has yet to get it
     */
    boolean sampled(Sample sample) {
        synchronized (life) {
            Observation observation = life.observation();
            return meter.sampled(sample, observation == null ? null : observation.executed());
        }
    }

    /**
     * The server answered.
     *
     * @return what it has executed as far as is now known, or null if the answer is none of the present life's
     */
    @Nullable
    GtidSet answered(Observation observation) {
        synchronized (life) {
            boolean present = observation.incarnation() == life.number();
            GtidSet result = life.publish(observation);
            if (result != null) {
                long now = clock.getAsLong();
                meter.observed(result, now);
                judge.answered(meter.lagNanos(now), isStalled(now), now);
            } else if (present) {
                begin(Health.UNKNOWN, 1);
            }
            return result;
        }
    }

    /** The server failed to answer, or is suspected to: its life is over. */
    void failed(Health verdict, String reason) {
        synchronized (life) {
            life.end(reason);
            begin(verdict, HealthJudge.LOOKS_TO_RETURN);
        }
    }

    /** What it tells does not count: the life of this number is over, unless it was before. */
    void barred(long number, String reason) {
        synchronized (life) {
            if (life.end(number, reason)) {
                begin(Health.UNKNOWN, HealthJudge.LOOKS_TO_RETURN);
            }
        }
    }

    /** Another server, or one with another past, answers now: whether the life of this number ends by it. */
    boolean reborn(long number, String reason) {
        synchronized (life) {
            boolean result = life.end(number, reason);
            if (result) {
                begin(Health.UNKNOWN, 1);
            }
            return result;
        }
    }

    private void begin(Health verdict, int goodLooks) {
        meter.restart();
        judge.failed(verdict, goodLooks, clock.getAsLong());
    }

    /** What the replica's threads do; null if it cannot be seen. */
    void replication(@Nullable ReplicationThreads latest) {
        ReplicationThreads before = threads;
        if (latest != null && !latest.run() && (before == null || before.run())) {
            haltedSinceNanos = clock.getAsLong();
        }
        threads = latest;
    }

    /**
     * Threads that do not run count only while the primary answers us: when it is gone every link is down, and nothing
     * new that a replica could lack.
     */
    private boolean isStalled(long now) {
        ReplicationThreads current = threads;
        return meter.isStuckFor(maxLagNanos, now)
                || (current != null
                        && !current.run()
                        && now - haltedSinceNanos > maxLagNanos
                        && meter.isSampledWithin(maxLagNanos, now));
    }

    /** In how many nanoseconds the replica will probably have {@code floor}, see {@link LagMeter#expectedNanos}. */
    long expectedNanos(GtidSet floor) {
        ReplicationThreads current = threads;
        return current != null && !current.applying() ? Long.MAX_VALUE : meter.expectedNanos(floor, clock.getAsLong());
    }

    /** Nanoseconds, {@link LagMeter#NOT_MEASURED} or {@link LagMeter#UNKNOWN}. */
    long lagNanos() {
        return meter.lagNanos(clock.getAsLong());
    }

    /** What 99 of 100 commits took to be readable here, in nanoseconds; -1 where too little was measured. */
    long longDelayNanos() {
        return delayNanos(NINETY_NINTH);
    }

    private long delayNanos(double percentile) {
        return catchUpTimes.percentileNanos(percentile, clock.getAsLong());
    }

    Optional<Duration> usualDelay() {
        return delay(MEDIAN);
    }

    Optional<Duration> longDelay() {
        return delay(NINETY_NINTH);
    }

    private Optional<Duration> delay(double percentile) {
        long nanos = delayNanos(percentile);
        return nanos < 0 ? Optional.empty() : Optional.of(Duration.ofNanos(nanos));
    }

    Optional<Duration> lag() {
        long nanos = lagNanos();
        return nanos == LagMeter.NOT_MEASURED || nanos == LagMeter.UNKNOWN
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(nanos));
    }

    Duration inHealthFor() {
        return Duration.ofNanos(clock.getAsLong() - judge.sinceNanos());
    }

    String replication() {
        ReplicationThreads current = threads;
        return current == null ? "" : current.toString();
    }
}
