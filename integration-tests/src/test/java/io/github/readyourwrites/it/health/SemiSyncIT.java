package io.github.readyourwrites.it.health;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.replica.ReplicaHealth;
import io.github.readyourwrites.replica.SemiSync;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlClusterException;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/**
 * Semi-synchronous replication of a real server: off, on, degraded. Needs a MySQL of 8.0.26 or later (RYW_MYSQL_HOME) and
 * its plugins (RYW_MYSQL_PLUGINS).
 */
class SemiSyncIT {

    @Test
    void stateIsWatched() throws SQLException {
        String plugins = System.getenv().getOrDefault("RYW_MYSQL_PLUGINS", "");
        assumeTrue(!plugins.isEmpty(), "RYW_MYSQL_PLUGINS does not name the folder of the server's plugins");
        try (MySqlCluster cluster =
                MySqlCluster.builder().replicas(1).option("plugin_dir", plugins).start()) {
            assumeTrue(installs(cluster), "this MySQL has no plugins for semi-synchronous replication");
            cluster.primary().execute("SET GLOBAL rpl_semi_sync_source_timeout = 300");
            HealthFixture.prepare(cluster);
            try (ShardingSphereFixture ignored =
                    HealthFixture.open(cluster, HealthFixture.QUICK + ", heartbeat: CREATE")) {
                awaitState(cluster, SemiSync.OFF);
                MySqlServer replica = cluster.replica(0);
                cluster.primary().execute("SET GLOBAL rpl_semi_sync_source_enabled = ON");
                replica.execute("SET GLOBAL rpl_semi_sync_replica_enabled = ON");
                replica.stopLink();
                replica.startLink();
                awaitState(cluster, SemiSync.ON);
                cluster.primary().execute("SET GLOBAL rpl_semi_sync_source_wait_point = 'AFTER_COMMIT'");
                awaitState(cluster, SemiSync.ON_AFTER_COMMIT);
                // Nobody acknowledges, and the heartbeat commits.
                replica.stopLink();
                awaitState(cluster, SemiSync.DEGRADED);
            }
        }
    }

    private static boolean installs(MySqlCluster cluster) {
        try {
            cluster.primary().execute("INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'");
            cluster.replica(0).execute("INSTALL PLUGIN rpl_semi_sync_replica SONAME 'semisync_replica.so'");
            return true;
        } catch (MySqlClusterException ignored) {
            return false;
        }
    }

    private static void awaitState(MySqlCluster cluster, SemiSync state) {
        await().atMost(HealthFixture.PATIENCE)
                .until(() -> ReplicaHealth.primaries().stream()
                        .anyMatch(each ->
                                each.address().port() == cluster.primary().port() && each.semiSync() == state));
    }
}
