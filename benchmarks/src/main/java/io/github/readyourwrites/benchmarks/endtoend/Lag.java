package io.github.readyourwrites.benchmarks.endtoend;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

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
            List<SlowLink> links = new ArrayList<>();
            MySqlServer primary = cluster.primary();
            for (MySqlServer each : cluster.replicas()) {
                links.add(new SlowLink(primary.host(), primary.port(), TimeUnit.MILLISECONDS.toNanos(100)));
                follow(each, links.get(links.size() - 1).port());
            }
            return () -> {
                for (MySqlServer each : cluster.replicas()) {
                    follow(each, primary.port());
                }
                for (SlowLink each : links) {
                    each.close();
                }
            };
        }

        private void follow(MySqlServer replica, int port) {
            replica.execute("STOP SLAVE", "CHANGE MASTER TO MASTER_PORT = " + port, "START SLAVE");
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
