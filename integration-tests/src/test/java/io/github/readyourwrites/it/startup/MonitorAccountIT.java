package io.github.readyourwrites.it.startup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Accounts that see less than is to be checked, and accounts that are turned away. */
@ExtendWith(SharedCluster.class)
class MonitorAccountIT {

    @Test
    void startsWithoutPrivilegesAndSaysWhichGrantsWouldHelp(MySqlCluster cluster) throws SQLException {
        createUser(cluster, "blind", "blind");
        try (HealthyCluster healthy = new HealthyCluster(cluster)) {
            StartLog.Block block = StartLog.of(group(cluster, "blind", "blind"));
            assertEquals(List.of(), block.warnings());
            block.assertFound(
                    "note",
                    "data sources `write_ds`",
                    "`read_ds_0`",
                    "`read_ds_1`",
                    "not visible to 'blind'@'127.0.0.1'",
                    "GRANT REPLICATION CLIENT ON *.* TO 'blind'@'127.0.0.1'");
            block.assertFound(
                    "note", "`write_ds`", "connections of `app`", "GRANT PROCESS ON *.* TO 'blind'@'127.0.0.1'");
            assertEquals(2, block.findings("note").size(), block.text());
            assertEquals(List.of(), StartLog.of(healthy.group()).findings("note"));
        }
    }

    @Test
    void wrongPasswordIsRefused(MySqlCluster cluster) {
        createUser(cluster, "blind", "blind");
        SQLException ex = assertThrows(
                SQLException.class,
                () -> group(cluster, "blind", "wrong").open(ShardingSphereFixture.READ_YOUR_WRITES));
        for (String each : List.of(
                "`write_ds` (127.0.0.1:" + cluster.primary().port() + ")",
                "Access denied for user 'blind'",
                "correct monitor-username and monitor-password",
                "CREATE USER 'blind'")) {
            assertTrue(String.valueOf(ex.getMessage()).contains(each), ex.getMessage());
        }
    }

    /** Accounts are replicated: one replica that does not know it yet must not keep the application down. */
    @Test
    void passwordThatOneReplicaDoesNotKnowIsAWarning(MySqlCluster cluster) throws SQLException {
        createUser(cluster, "renewed", "old");
        cluster.replica(1).execute("SET sql_log_bin = 0", "ALTER USER 'renewed'@'127.0.0.1' IDENTIFIED BY 'other'");
        StartLog.of(group(cluster, "renewed", "old"))
                .assertWarned(
                        "`read_ds_1`",
                        "not reachable at start as renewed@127.0.0.1:"
                                + cluster.replica(1).port(),
                        "Access denied",
                        "monitor-password");
    }

    private static void createUser(MySqlCluster cluster, String user, String password) {
        cluster.primary()
                .execute(
                        "DROP USER IF EXISTS '" + user + "'@'127.0.0.1'",
                        "CREATE USER '" + user + "'@'127.0.0.1' IDENTIFIED BY '" + password + "'");
        cluster.awaitCaughtUp();
    }

    private static ShardingSphereFixture.Builder group(MySqlCluster cluster, String user, String password) {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties("monitor-username: " + user + ", monitor-password: " + password);
    }
}
