package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Observation;
import io.github.readyourwrites.replica.ReplicaMonitor;
import java.util.List;
import java.util.function.LongSupplier;

/** One read data source of a group, and what is known of its server. Thread-safe, never blocks. */
final class Replica {

    private final Target target;

    private final ReplicaMonitor monitor;

    /** On the executed set asked about last. Published by a race: a thread that sees an older one only looks again. */
    private Verdicts verdicts = new Verdicts(GtidSet.empty());

    Replica(Target target, ReplicaMonitor monitor) {
        this.target = target;
        this.monitor = monitor;
    }

    Target target() {
        return target;
    }

    ReplicaMonitor monitor() {
        return monitor;
    }

    /** Whether the server is UP and has executed every one of {@code floors}, as {@link #has} finds out. */
    boolean isFit(List<GtidSet> floors, LongSupplier now) {
        return monitor.isUp(now) && (floors.isEmpty() || has(floors, now));
    }

    /**
     * Whether the server is healthy, be it LAGGING, and has executed every one of {@code floors}. The observation is taken anew each
     * time: only what two sets are to each other is remembered, never that a server has one.
     *
     * @param now the monitor's clock
     */
    boolean has(List<GtidSet> floors, LongSupplier now) {
        Observation observation = monitor.observation(now);
        return observation != null
                && (floors.isEmpty() || verdicts(observation.executed()).containsAll(floors));
    }

    /** Whether the server answers, be it LAGGING or STALLED. */
    boolean answers() {
        return monitor.health().answers();
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
