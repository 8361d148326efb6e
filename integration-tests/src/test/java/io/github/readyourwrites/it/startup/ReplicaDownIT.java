package io.github.readyourwrites.it.startup;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A replica is down when the application starts: two settings of ShardingSphere's let it start all the same. */
@ExtendWith(SharedCluster.class)
class ReplicaDownIT {

    private static final String PROTOCOL = "proxy-frontend-database-protocol-type: MySQL";

    private static final String NAMED_TABLES = "- !SINGLE\n  tables: ['readwrite_ds.t_order']\n";

    private static final String ALL_TABLES = "- !SINGLE\n  tables: ['*.*']\n";

    @BeforeEach
    void crashReplica(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS t_order",
                        "CREATE TABLE t_order (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO t_order VALUES (1, 0)");
        cluster.awaitCaughtUp();
        cluster.replica(1).crash();
    }

    /** Of a start that fails in ShardingSphere the pools stay open. */
    @AfterEach
    void endConnections(MySqlCluster cluster) {
        cluster.heal();
        Connections.end(cluster);
    }

    @Test
    void startsReadsFromTheOthersAndUsesItOnceItIsBack(MySqlCluster cluster) throws SQLException {
        try (StartLog log = new StartLog();
                ShardingSphereFixture fixture =
                        builder(cluster, PROTOCOL, NAMED_TABLES).open(ShardingSphereFixture.READ_YOUR_WRITES);
                RywSession ignored = RywSession.open()) {
            log.block()
                    .assertWarned("`read_ds_1`", "not reachable at start", "used once it answers", "start the server");
            Set<String> targets = new TreeSet<>();
            for (int i = 1; i <= 50; i++) {
                targets.add(targetOfReadAfterWrite(fixture, i));
            }
            targets.remove("write_ds");
            assertEquals(Set.of("read_ds_0"), targets);

            cluster.replica(1).restart();
            int[] next = {100};
            await().pollInSameThread()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> targetOfReadAfterWrite(fixture, next[0]++).equals("read_ds_1"));
        }
    }

    private static String targetOfReadAfterWrite(ShardingSphereFixture fixture, int value) throws SQLException {
        fixture.execute("UPDATE t_order SET v = " + value);
        assertEquals(String.valueOf(value), fixture.query("SELECT v FROM t_order"));
        return RywSession.lastDecision().orElseThrow().target();
    }

    /** The control: with either setting missing it is ShardingSphere that does not start, whoever balances. */
    @ParameterizedTest
    @CsvSource({"false, true", "true, false"})
    void doesNotStartWithoutBothSettings(boolean protocol, boolean tables, MySqlCluster cluster) {
        ShardingSphereFixture.Builder builder =
                builder(cluster, protocol ? PROTOCOL : "", tables ? NAMED_TABLES : ALL_TABLES);
        assertThrows(Exception.class, () -> builder.open(ShardingSphereFixture.ROUND_ROBIN));
    }

    private static ShardingSphereFixture.Builder builder(MySqlCluster cluster, String properties, String rules) {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties("wait-timeout-milliseconds: 5000")
                .properties(properties)
                .otherRules(rules);
    }
}
