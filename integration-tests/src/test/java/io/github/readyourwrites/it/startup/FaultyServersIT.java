package io.github.readyourwrites.it.startup;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What can go wrong with a server at run time, one finding each; {@link HealthyStartIT} is the control. */
@ExtendWith(SharedCluster.class)
class FaultyServersIT {

    @Test
    void writeServerThatIsReadOnly(MySqlCluster cluster) throws SQLException {
        try (HealthyCluster healthy = new HealthyCluster(cluster)) {
            cluster.primary().execute("SET GLOBAL read_only = ON");
            assertOne(StartLog.of(healthy.group()), "`write_ds`", "read_only", "SET GLOBAL read_only = OFF");
        } finally {
            cluster.primary().execute("SET GLOBAL read_only = OFF");
        }
    }

    @Test
    void replicasThatAreStopped(MySqlCluster cluster) throws SQLException {
        try (HealthyCluster healthy = new HealthyCluster(cluster)) {
            cluster.replica(0).stopApplier();
            cluster.replica(1).stopLink();
            StartLog.Block block = StartLog.of(healthy.group());
            block.assertWarned("`read_ds_0`", "its applier is stopped", "START REPLICA");
            block.assertWarned("`read_ds_1`", "its link to the primary is stopped", "START REPLICA");
            assertEquals(2, block.warnings().size(), block.text());
        }
    }

    @Test
    void primaryThatFollowsItsReplica(MySqlCluster cluster) throws SQLException {
        Replication replication = new Replication(cluster);
        try (HealthyCluster healthy = new HealthyCluster(cluster)) {
            cluster.primary().execute(replication.follow(cluster.replica(0)), replication.start());
            await().atMost(Duration.ofSeconds(30))
                    .ignoreExceptions()
                    .untilAsserted(() -> assertOne(
                            StartLog.of(healthy.group()),
                            "`write_ds`",
                            "itself a replica",
                            "`read_ds_0`",
                            "in a circle",
                            "STOP REPLICA"));
        } finally {
            cluster.primary().execute(replication.stop(), replication.reset());
        }
    }

    @Test
    void twoReadDataSourcesOnOneServer(MySqlCluster cluster) throws SQLException {
        String byName = cluster.replica(0).jdbcUrl("shop").replace("127.0.0.1", "localhost");
        try (HealthyCluster healthy = new HealthyCluster(cluster)) {
            assertOne(
                    StartLog.of(healthy.group().url("read_ds_1", byName)),
                    "`read_ds_1` (localhost:",
                    "the same server as `read_ds_0`",
                    "readDataSourceNames");
        }
    }

    @Test
    void readDataSourceThatIsThePrimary(MySqlCluster cluster) throws SQLException {
        try (HealthyCluster healthy = new HealthyCluster(cluster)) {
            assertOne(
                    StartLog.of(
                            healthy.group().url("read_ds_1", cluster.primary().jdbcUrl("shop"))),
                    "`read_ds_1`",
                    "the primary itself",
                    "readDataSourceNames");
        }
    }

    @Test
    void writeDataSourceWithoutTracker(MySqlCluster cluster) throws SQLException {
        try (HealthyCluster healthy = new HealthyCluster(cluster)) {
            assertOne(
                    StartLog.of(healthy.group().untracked()),
                    "`write_ds`",
                    "fences",
                    "add " + ShardingSphereFixture.TRACKER);
        }
    }

    private static void assertOne(StartLog.Block block, String... parts) {
        block.assertWarned(parts);
        assertEquals(1, block.warnings().size(), block.text());
        assertEquals(List.of(), block.findings("note"));
    }
}
