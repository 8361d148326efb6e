package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The watched replicas of one primary. Thread-safe; never blocks on a server. */
final class Followers {

    private final List<ReplicaMonitor> replicas = new CopyOnWriteArrayList<>();

    /** For replicas that are watched from now on. */
    private volatile @Nullable Sample lastSample;

    void attach(ReplicaMonitor replica, Primary primary) {
        replicas.add(replica);
        replica.follow(primary);
        Sample sample = lastSample;
        if (sample != null) {
            replica.sampled(sample);
        }
    }

    void detach(ReplicaMonitor replica) {
        replicas.remove(replica);
    }

    /** A commit happened on the primary. */
    void arm(GtidSet gtids) {
        for (ReplicaMonitor each : replicas) {
            each.arm(gtids);
        }
    }

    /** The primary told its position: this is what the replicas' lag is measured by. */
    void sampled(Sample sample) {
        lastSample = sample;
        for (ReplicaMonitor each : replicas) {
            each.sampled(sample);
        }
    }

    /** Closes gaps of {@code position} that a replica is known to have executed. */
    GtidSet roundUp(GtidSet position) {
        GtidSet result = position;
        for (ReplicaMonitor each : replicas) {
            Observation observation = each.observation();
            result = observation == null ? result : result.roundUpWithin(observation.executed());
        }
        return result;
    }
}
