package io.github.readyourwrites.it.startup;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Situation 24: names with which ShardingSphere passes over the readwrite-splitting rule. */
@ExtendWith(SharedCluster.class)
class SkippedRuleIT {

    private static final String PORT = "SELECT @@port, v FROM started WHERE id = 1";

    /** The control: right names, no finding, and reads on replicas. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "- !SINGLE\n  tables: ['*.*']\n",
                "- !SINGLE\n  tables: ['readwrite_ds.started']\n",
                "- !SHARDING\n  tables:\n    started: {actualDataNodes: 'readwrite_ds.started'}\n"
            })
    void rightNames(String rules, MySqlCluster cluster) throws SQLException {
        try (HealthyCluster healthy = new HealthyCluster(cluster);
                StartLog log = new StartLog();
                ShardingSphereFixture fixture =
                        healthy.group().otherRules(rules).open(READ_YOUR_WRITES)) {
            assertEquals(List.of(), log.block().warnings());
            assertTrue(log.block().text().contains("lead to it"), log.block().text());
            assertTrue(replicaPorts(cluster).contains(fixture.query(PORT)));
        }
    }

    @Test
    void physicalNameInAShardingRule(MySqlCluster cluster) throws SQLException {
        String rules = "- !SHARDING\n  tables:\n    started: {actualDataNodes: 'write_ds.started'}\n";
        try (HealthyCluster healthy = new HealthyCluster(cluster);
                StartLog log = new StartLog();
                ShardingSphereFixture fixture =
                        healthy.group().otherRules(rules).open(READ_YOUR_WRITES)) {
            log.block()
                    .assertWarned(
                            "Group `readwrite_ds`",
                            "READ_YOUR_WRITES is never asked for `started`",
                            "`write_ds`",
                            "actualDataNodes: readwrite_ds.");
            assertEquals(String.valueOf(cluster.primary().port()), fixture.query(PORT));
        }
    }

    /** Without the rule, with it and a physical name, or with another data source only. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "- !SINGLE\n  tables: ['write_ds.started']\n",
                "- !SINGLE\n  tables: ['read_ds_0.*']\n",
                "- !SINGLE\n  defaultDataSource: write_ds\n"
            })
    void noTableLeadsToTheGroup(String rules, MySqlCluster cluster) throws SQLException {
        try (HealthyCluster healthy = new HealthyCluster(cluster);
                StartLog log = new StartLog();
                ShardingSphereFixture fixture =
                        healthy.group().otherRules(rules).open(READ_YOUR_WRITES)) {
            log.block()
                    .assertWarned("Group `readwrite_ds`", "never asked", "no table leads to this group", "- !SINGLE");
            Exception ex = assertThrows(Exception.class, () -> fixture.query(PORT));
            assertTrue(String.valueOf(ex.getMessage()).contains("'started' does not exist"), ex.getMessage());
        }
    }

    @Test
    void loadBalancerThatNoGroupNames(MySqlCluster cluster) throws SQLException {
        try (HealthyCluster healthy = new HealthyCluster(cluster);
                StartLog log = new StartLog();
                ShardingSphereFixture ignored = healthy.group()
                        .moreLoadBalancers("    ryw: {type: READ_YOUR_WRITES}\n")
                        .open(ShardingSphereFixture.ROUND_ROBIN)) {
            log.block().assertWarned("Database `shop_db`", "`ryw`", "named by no group", "loadBalancerName: ryw");
        }
    }

    @Test
    void aDatabaseWithoutTables() throws SQLException {
        try (MySqlCluster empty = MySqlCluster.builder()
                        .replicas(1)
                        .option("sync_binlog", "1")
                        .option("innodb_flush_log_at_trx_commit", "1")
                        .start();
                StartLog log = new StartLog();
                ShardingSphereFixture fixture = ShardingSphereFixture.open(empty, READ_YOUR_WRITES)) {
            assertEquals(List.of(), log.block().warnings());
            fixture.execute("CREATE TABLE fresh (id INT PRIMARY KEY)");
            assertEquals("null", fixture.query("SELECT id FROM fresh"));
        }
    }

    private static List<String> replicaPorts(MySqlCluster cluster) {
        return cluster.replicas().stream()
                .map(each -> String.valueOf(each.port()))
                .toList();
    }
}
