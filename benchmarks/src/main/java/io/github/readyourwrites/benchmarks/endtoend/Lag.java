package io.github.readyourwrites.benchmarks.endtoend;

import io.github.readyourwrites.testcluster.MovableAddress;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.time.Duration;

/** How far the replicas are behind. */
enum Lag {

    /** As far as they are by themselves. */
    NATURAL("natural lag") {
        @Override
        AutoCloseable begin(MySqlCluster cluster) {
            return () -> {};
        }
    },

    /** What the primary commits arrives a tenth of a second later. */
    LATE("100 ms lag") {
        @Override
        AutoCloseable begin(MySqlCluster cluster) {
            MovableAddress farAway = new MovableAddress(cluster.primary(), Duration.ofMillis(100));
            cluster.replicas().forEach(each -> each.receiveThrough(farAway));
            return () -> {
                try (farAway) {
                    cluster.heal();
                }
            };
        }
    },

    /** One of them applies nothing. */
    ONE_STOPPED("one replica's applier stopped") {
        @Override
        AutoCloseable begin(MySqlCluster cluster) {
            cluster.replica(0).stopApplier();
            return cluster.replica(0)::startApplier;
        }

        @Override
        void settle(MySqlCluster cluster) {
            cluster.awaitCaughtUp(cluster.replica(1));
        }
    };

    private final String description;

    Lag(String description) {
        this.description = description;
    }

    String description() {
        return description;
    }

    /** Until the result is closed. */
    abstract AutoCloseable begin(MySqlCluster cluster);

    /** Blocks until the replicas have what was written so far, those that ever will. */
    void settle(MySqlCluster cluster) {
        cluster.awaitCaughtUp();
    }
}
