package io.github.readyourwrites.it.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The control of every other test here: where nothing is wrong the block has no finding, and says what is there. */
@ExtendWith(SharedCluster.class)
class HealthyStartIT {

    @Test
    void saysWhatIsThereInOneBlockWithoutFindings(MySqlCluster cluster) throws SQLException {
        try (HealthyCluster healthy = new HealthyCluster(cluster)) {
            StartLog.Block block = StartLog.of(healthy.group());
            assertEquals(List.of(), block.findings("warning"));
            assertEquals(List.of(), block.findings("note"));
            assertEquals(Level.INFO, block.level());
            for (String each : List.of(
                    "0 warnings",
                    "ShardingSphere 5.5",
                    "mysql-connector-j",
                    "router active",
                    "group `readwrite_ds` of database `shop_db`",
                    "level SESSION, waits up to 300 ms, then PRIMARY; ROUND_ROBIN among replicas;"
                            + " transactionalReadQueryStrategy DYNAMIC",
                    "`write_ds` (127.0.0.1:" + cluster.primary().port() + ") writes: MySQL ",
                    "`read_ds_1` (127.0.0.1:" + cluster.replica(1).port() + ") reads: MySQL ",
                    "gtid_mode ON, enforce_gtid_consistency ON",
                    "sync_binlog 1, innodb_flush_log_at_trx_commit 1",
                    "tracker active",
                    "follows " + cluster.primary().serverUuid(),
                    cluster.replica(0).serverUuid())) {
                assertTrue(block.text().contains(each), each + " in " + block.text());
            }
        }
    }

    @Test
    void saysNothingForAnotherLoadBalancer(MySqlCluster cluster) throws SQLException {
        try (StartLog log = new StartLog()) {
            ShardingSphereFixture.open(cluster, ShardingSphereFixture.ROUND_ROBIN)
                    .close();
            assertEquals(List.of(), log.blocks());
        }
    }
}
