package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Observation;
import io.github.readyourwrites.replica.ReplicaMonitor;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One read data source of a group, and what is known of its server. Thread-safe, never blocks. */
final class Replica {

    private final Target target;

    private final ReplicaMonitor monitor;

    private final PooledServer pooled;

    /** On the executed set asked about last. Published by a race: a thread that sees an older one only looks again. */
    private Verdicts verdicts = new Verdicts(GtidSet.empty());

    Replica(Target target, ReplicaMonitor monitor, PooledServer pooled) {
        this.target = target;
        this.monitor = monitor;
        this.pooled = pooled;
        Observation first = monitor.observation();
        if (first != null) {
            pooled.leadsTo(first.serverUuid());
        }
    }

    Target target() {
        return target;
    }

    ReplicaMonitor monitor() {
        return monitor;
    }

    /** Whether the server is UP and has executed every one of {@code floors}, as {@link #has} finds out. */
    boolean isFit(List<GtidSet> floors, LongSupplier now) {
        return covers(monitor.observationIfUp(now), floors);
    }

    /**
     * Whether the server is healthy, be it LAGGING, the pool leads to it, and it has executed every one of {@code floors}.
     * The observation is taken anew each time: only what two sets are to each other is remembered, never that a server has
     * one.
     *
     * @param now the monitor's clock
     */
    boolean has(List<GtidSet> floors, LongSupplier now) {
        return covers(monitor.observation(now), floors);
    }

    private boolean covers(@Nullable Observation observation, List<GtidSet> floors) {
        return observation != null
                && pooled.leadsTo(observation.serverUuid())
                && (floors.isEmpty() || verdicts(observation.executed()).containsAll(floors));
    }

    /** Whether the server answers, be it LAGGING or STALLED, the pool leads to it, and it has some of {@code gtids}, if any. */
    boolean hasSomeOf(GtidSet gtids) {
        Observation observation = monitor.lastObservation();
        return observation != null
                && pooled.leadsTo(observation.serverUuid())
                && (gtids.isEmpty() || !observation.executed().intersect(gtids).isEmpty());
    }

    long lagNanos() {
        return monitor.lagNanos();
    }

    private Verdicts verdicts(GtidSet executed) {
        Verdicts result = verdicts;
        if (!result.areOn(executed)) {
            result = new Verdicts(executed);
            verdicts = result;
        }
        return result;
    }
}
