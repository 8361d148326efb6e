package io.github.readyourwrites.it.startup;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Options that should not be, and faults that nothing mends; {@link HealthyStartIT} is the control. */
class NeglectedServersIT {

    private static MySqlCluster cluster;
    private static StartLog.Block block;

    @BeforeAll
    static void start() throws SQLException {
        cluster = MySqlCluster.builder()
                .replicas(2)
                .primaryOption("binlog_ignore_db", "scratch")
                .primaryOption("binlog_format", "STATEMENT")
                .replicaOption(0, "loose_slave_skip_errors", "1062")
                .replicaOption(0, "loose_replica_skip_errors", "1062")
                .replicaOption(0, "loose_log_slave_updates", "OFF")
                .replicaOption(0, "replicate_ignore_db", "scratch")
                .replicaOption(0, "loose_slave_exec_mode", "IDEMPOTENT")
                .replicaOption(0, "loose_replica_exec_mode", "IDEMPOTENT")
                .replicaOption(0, "read_only", "OFF")
                .start();
        cluster.primary()
                .execute(
                        "CREATE TABLE account (id INT PRIMARY KEY, v INT)",
                        "GRANT REPLICATION CLIENT ON *.* TO 'app'@'127.0.0.1'");
        cluster.awaitCaughtUp();
        cluster.replica(1).stopLink();
        cluster.replica(1).stopApplier();
        cluster.replica(1).execute("CREATE TABLE stray (id INT)", new Replication(cluster).reset());
        block = StartLog.of(ShardingSphereFixture.builder().group("readwrite_ds", "", cluster));
    }

    @AfterAll
    static void end() {
        cluster.close();
    }

    @Test
    void primaryThatIsNotDurable() {
        block.assertWarned(
                "`write_ds` (127.0.0.1:" + cluster.primary().port() + ")",
                "sync_binlog is 0 and innodb_flush_log_at_trx_commit is 2",
                "SET GLOBAL sync_binlog = 1");
    }

    @Test
    void primaryThatLogsInPart() {
        block.assertWarned("`write_ds`", "Binlog_Ignore_DB=scratch", "stale", "binlog_ignore_db");
    }

    @Test
    void primaryThatLogsStatements() {
        block.assertWarned("`write_ds`", "binlog_format is STATEMENT", "'ROW'");
    }

    @Test
    void replicaThatLeavesOut() {
        block.assertWarned("`read_ds_0`", "in part only (Replicate_Ignore_DB=scratch)", "replicate_*");
    }

    @Test
    void replicaThatPassesOverMissingRows() {
        block.assertWarned("`read_ds_0`", "slave_exec_mode is IDEMPOTENT", "'STRICT'");
    }

    @Test
    void replicaThatSkipsErrors() {
        block.assertWarned("`read_ds_0`", "skips errors (1062)", "remove slave_skip_errors");
    }

    @Test
    void replicaThatIsNotReadOnly() {
        block.assertWarned("`read_ds_0`", "read_only is OFF", "SET GLOBAL super_read_only = ON");
    }

    @Test
    void replicaThatCannotBePromoted() {
        block.assertFound("note", "`read_ds_0`", "log_slave_updates is OFF", "log_slave_updates=ON");
    }

    @Test
    void replicaThatWasWrittenTo() {
        block.assertWarned(
                "`read_ds_1`", "written on this replica", cluster.replica(1).serverUuid(), "rebuild the replica");
    }

    @Test
    void replicaThatFollowsNobody() {
        block.assertWarned("`read_ds_1`", "follows no server", "CHANGE REPLICATION SOURCE TO");
    }
}
