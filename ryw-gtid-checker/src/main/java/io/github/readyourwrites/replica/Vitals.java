package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How fit one replica is: what its monitor saw, put together. Thread-safe; {@link #health()} costs the reading of two
 * volatile fields.
 */
final class Vitals {

    /** A lag that was too great must be small for so many heartbeats. */
    private static final int DWELL_BEATS = 3;

    private static final double HUNDRED_TO_ONE = 99;

    private final LongSupplier clock;

    private final long maxLagNanos;

    private final CatchUpTimes catchUpTimes = new CatchUpTimes();

    private final LagMeter meter = new LagMeter(catchUpTimes);

    private final HealthJudge judge;

    private volatile @Nullable ReplicationThreads threads;

    /** Since when the threads have not all been running; meaningless while they are. Written by the probe alone. */
    private volatile long haltedSinceNanos;

    Vitals(MonitorSettings settings, LongSupplier clock) {
        this.clock = clock;
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
    boolean sampled(Sample sample, ReplicaLife life) {
        if (!meter.sampled(sample, executed(life))) {
            return false;
        }
        // What was observed meanwhile was not compared with it.
        GtidSet executed = executed(life);
        boolean result = executed == null || !executed.contains(sample.position());
        if (executed != null && !result) {
            meter.observed(executed, clock.getAsLong());
        }
        return result;
    }

    private static @Nullable GtidSet executed(ReplicaLife life) {
        Observation observation = life.observation();
        return observation == null ? null : observation.executed();
    }

    /** The server answered, and has this. */
    void answered(GtidSet executed) {
        long now = clock.getAsLong();
        meter.observed(executed, now);
        judge.answered(meter.lagNanos(now), isStalled(now), now);
    }

    /** The server failed to answer, or is suspected to. */
    void failed(Health verdict) {
        meter.restart();
        judge.failed(verdict, HealthJudge.LOOKS_TO_RETURN, clock.getAsLong());
    }

    /** Another server, or one with another past, answers now. */
    void reborn() {
        meter.restart();
        judge.failed(Health.UNKNOWN, 1, clock.getAsLong());
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
        return catchUpTimes.percentileNanos(HUNDRED_TO_ONE);
    }

    Optional<Duration> delay(double percentile) {
        long nanos = catchUpTimes.percentileNanos(percentile);
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
