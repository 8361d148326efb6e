package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.lastDecision;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two shards on two clusters under a sharding rule: a write on one, and reads across both. */
@ExtendWith(SharedCluster.class)
class ShardedReadIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String SHARDING = "- !SHARDING\n"
            + "  tables: {orders: {actualDataNodes: 'shard_${0..1}.orders', databaseStrategy:"
            + " {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}}}\n"
            + "  shardingAlgorithms: {by_id: {type: INLINE, props: {algorithm-expression: 'shard_${id % 2}'}}}\n";

    /** Says of each row which server it came from. */
    private static final String READ_BOTH = "SELECT id, v, @@server_uuid FROM orders ORDER BY id";

    private static MySqlCluster one;

    @BeforeAll
    static void startSecondShard() {
        one = MySqlCluster.start(1);
    }

    @AfterAll
    static void stopSecondShard() {
        one.close();
    }

    @BeforeEach
    void createOrders(MySqlCluster zero) {
        for (MySqlCluster each : List.of(zero, one)) {
            each.primary().execute("DROP TABLE IF EXISTS orders", "CREATE TABLE orders (id INT PRIMARY KEY, v INT)");
        }
        zero.primary().execute("INSERT INTO orders VALUES (0, 0)");
        one.primary().execute("INSERT INTO orders VALUES (1, 0)");
        one.heal();
        zero.awaitCaughtUp();
    }

    @Test
    void stockReadsTheWrittenShardStale(MySqlCluster zero) throws SQLException {
        AccountFixture.stopAppliers(zero);
        try (ShardingSphereFixture fixture = open(zero, ROUND_ROBIN)) {
            fixture.execute("UPDATE orders SET v = 1 WHERE id = 0");
            assertEquals("0", readBoth(fixture).get(0).value());
        }
    }

    @Test
    void theWrittenShardIsFreshAndTheOtherStaysOnItsReplica(MySqlCluster zero) throws SQLException {
        AccountFixture.stopAppliers(zero);
        try (ShardingSphereFixture fixture = open(zero, READ_YOUR_WRITES);
                RywSession ignored = RywSession.open()) {
            fixture.execute("UPDATE orders SET v = 1 WHERE id = 0");
            for (int i = 0; i < 10; i++) {
                List<Row> rows = readBoth(fixture);
                assertEquals(new Row("0", "1", zero.primary().serverUuid()), rows.get(0));
                assertEquals(new Row("1", "0", one.replica(0).serverUuid()), rows.get(1));
            }
            assertEquals("0", fixture.query("SELECT v FROM orders WHERE id = 1"));
            assertEquals("shard_1", lastDecision().group());
            assertEquals(RouteReason.NO_FLOOR, lastDecision().reason());
            assertEquals("1", fixture.query("SELECT v FROM orders WHERE id = 0"));
            assertEquals("shard_0", lastDecision().group());
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, lastDecision().reason());

            AccountFixture.startAppliers(zero);
            await().atMost(PATIENCE).pollInSameThread().until(() -> {
                List<Row> rows = readBoth(fixture);
                assertEquals("1", rows.get(0).value());
                return isReplica(rows.get(0), zero) && isReplica(rows.get(1), one);
            });
        }
    }

    @Test
    void aTransactionOnOneShardKeepsTheOtherOnItsReplica(MySqlCluster zero) throws SQLException {
        try (ShardingSphereFixture fixture = open(zero, READ_YOUR_WRITES);
                RywSession ignored = RywSession.open();
                Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            ShardingSphereFixture.execute(connection, "UPDATE orders SET v = 2 WHERE id = 0");
            List<Row> rows = readBoth(connection);
            assertEquals(new Row("0", "2", zero.primary().serverUuid()), rows.get(0));
            assertEquals(new Row("1", "0", one.replica(0).serverUuid()), rows.get(1));
            connection.rollback();
        }
    }

    @Test
    void hintsReachBothPrimariesUnderTheShardingRule(MySqlCluster zero) throws SQLException {
        try (ShardingSphereFixture fixture = open(zero, READ_YOUR_WRITES);
                RywSession ignored = RywSession.open()) {
            // The control: without a hint the same read is served by replicas.
            assertReplicas(readBoth(fixture), zero);
            try (RywSession.PrimaryScope scope = RywSession.readFromPrimary()) {
                assertNotEquals(null, scope);
                assertPrimaries(readBoth(fixture), zero);
                assertEquals(RouteReason.PRIMARY_REQUESTED, lastDecision().reason());
            }
            assertReplicas(readBoth(fixture), zero);
            try (HintManager hint = HintManager.getInstance()) {
                hint.setWriteRouteOnly();
                assertPrimaries(readBoth(fixture), zero);
                assertEquals(RouteReason.PRIMARY_REQUESTED, lastDecision().reason());
                try (RywSession.PrimaryScope scope = RywSession.readFromPrimary()) {
                    assertNotEquals(null, scope);
                    assertPrimaries(readBoth(fixture), zero);
                }
                assertPrimaries(readBoth(fixture), zero);
            }
            assertReplicas(readBoth(fixture), zero);
        }
    }

    private static void assertPrimaries(List<Row> rows, MySqlCluster zero) {
        assertEquals(
                List.of(
                        new Row("0", "0", zero.primary().serverUuid()),
                        new Row("1", "0", one.primary().serverUuid())),
                rows);
    }

    private static void assertReplicas(List<Row> rows, MySqlCluster zero) {
        assertEquals(List.of(true, true), List.of(isReplica(rows.get(0), zero), isReplica(rows.get(1), one)));
    }

    private static boolean isReplica(Row row, MySqlCluster cluster) {
        return cluster.replicas().stream().map(MySqlServer::serverUuid).anyMatch(row.server()::equals);
    }

    private static List<Row> readBoth(ShardingSphereFixture fixture) throws SQLException {
        try (Connection connection = fixture.connect()) {
            return readBoth(connection);
        }
    }

    private static List<Row> readBoth(Connection connection) throws SQLException {
        List<Row> result = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(READ_BOTH)) {
            while (rows.next()) {
                result.add(new Row(rows.getString(1), rows.getString(2), rows.getString(3)));
            }
        }
        assertEquals(2, result.size(), result::toString);
        return result;
    }

    private static ShardingSphereFixture open(MySqlCluster zero, String loadBalancer) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("shard_0", "_0", zero)
                .group("shard_1", "_1", one)
                .otherRules(SHARDING)
                .loadBalancerProperties(
                        loadBalancer.equals(ROUND_ROBIN)
                                ? ""
                                : "wait-timeout-milliseconds: 50, probe-timeout-milliseconds: 10000,"
                                        + " session-includes-sessionless: false")
                .open(loadBalancer);
    }

    /** A row and the server that it came from. */
    private record Row(String id, String value, String server) {}
}
