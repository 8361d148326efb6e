package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Begin, update, select: every read of the transaction sees its own uncommitted value. */
@Tag("central")
@ExtendWith(SharedCluster.class)
class WritingTransactionIT {

    private static final int ROUNDS = 5;

    /** Of two replies to a SELECT without a table, stock gives a right one and a wrong one at random. */
    private static final int CONTROL_ROUNDS = 30;

    private static final String FUNCTION = "SELECT current_value()";

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        cluster.primary()
                .execute(
                        "DROP FUNCTION IF EXISTS current_value",
                        "CREATE FUNCTION current_value() RETURNS INT READS SQL DATA"
                                + " RETURN (SELECT v FROM account WHERE id = 1)");
        cluster.awaitCaughtUp();
    }

    @ParameterizedTest
    @ValueSource(strings = {"DYNAMIC", "FIXED"})
    void stockRoundRobinMissesTheUncommittedValue(String strategy, MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, ROUND_ROBIN, strategy)) {
            assertTrue(missed(fixture, CONTROL_ROUNDS, false, READ) > 0);
            assertTrue(missed(fixture, CONTROL_ROUNDS, true, READ) > 0);
            // Without a read first the transaction has used nothing but its primary, and stock stays there.
            assertTrue(missed(fixture, CONTROL_ROUNDS, true, FUNCTION) > 0);
            assertTrue(missedOnBareThread(fixture, CONTROL_ROUNDS, true, READ) > 0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DYNAMIC", "FIXED", "PRIMARY"})
    void readsItsUncommittedValue(String strategy, MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES, strategy);
                RywSession ignored = RywSession.open()) {
            for (String each : List.of(READ, FUNCTION)) {
                assertEquals(0, missed(fixture, ROUNDS, false, each), each);
                assertEquals(
                        0,
                        missed(fixture, ROUNDS, true, each),
                        each + " after a read, which pins a replica under FIXED");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DYNAMIC", "FIXED", "PRIMARY"})
    void readsItsUncommittedValueOnABareThread(String strategy, MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES, strategy);
                RywSession ignored = RywSession.open()) {
            for (String each : List.of(READ, FUNCTION)) {
                assertEquals(0, missedOnBareThread(fixture, ROUNDS, false, each), each);
                assertEquals(0, missedOnBareThread(fixture, ROUNDS, true, each), each + " after a read");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"BEGIN", "START TRANSACTION", "SET autocommit = 0"})
    void readsItsUncommittedValueInATransactionBegunAsText(String begin, MySqlCluster cluster) throws SQLException {
        cluster.replicas().forEach(each -> each.stopApplier());
        for (String update : List.of(
                "UPDATE account SET v = 7", "INSERT INTO account VALUES (1, 7) ON DUPLICATE KEY UPDATE v = 7")) {
            assertEquals("0", readInTransactionBegunAsText(begin, update, cluster, ROUND_ROBIN), "stock");
            assertEquals("7", readInTransactionBegunAsText(begin, update, cluster, READ_YOUR_WRITES), update);
        }
    }

    private static String readInTransactionBegunAsText(
            String begin, String update, MySqlCluster cluster, String loadBalancer) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, loadBalancer, "DYNAMIC");
                RywSession ignored = RywSession.open();
                Connection connection = fixture.connect()) {
            ShardingSphereFixture.execute(connection, begin);
            ShardingSphereFixture.execute(connection, update);
            String result = ShardingSphereFixture.query(connection, READ);
            ShardingSphereFixture.execute(connection, "ROLLBACK");
            ShardingSphereFixture.execute(connection, "SET autocommit = 1");
            return result;
        }
    }

    private static int missed(ShardingSphereFixture fixture, int rounds, boolean readFirst, String sql)
            throws SQLException {
        return missed(fixture, rounds, readFirst, connection -> ShardingSphereFixture.query(connection, sql));
    }

    private static int missedOnBareThread(ShardingSphereFixture fixture, int rounds, boolean readFirst, String sql)
            throws SQLException {
        return missed(fixture, rounds, readFirst, connection -> {
            CompletableFuture<String> result = new CompletableFuture<>();
            new Thread(() -> {
                        try {
                            result.complete(ShardingSphereFixture.query(connection, sql));
                        } catch (SQLException ex) {
                            result.completeExceptionally(ex);
                        }
                    })
                    .start();
            return result.join();
        });
    }

    private static int missed(ShardingSphereFixture fixture, int rounds, boolean readFirst, Read read)
            throws SQLException {
        int result = 0;
        for (int i = 1; i <= rounds; i++) {
            try (Connection connection = fixture.connect()) {
                connection.setAutoCommit(false);
                if (readFirst) {
                    ShardingSphereFixture.query(connection, READ);
                }
                ShardingSphereFixture.execute(connection, update(i));
                result += read.on(connection).equals(String.valueOf(i)) ? 0 : 1;
                connection.rollback();
            }
        }
        return result;
    }

    private static ShardingSphereFixture open(MySqlCluster cluster, String loadBalancer, String strategy)
            throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .strategy(strategy)
                .open(loadBalancer);
    }

    @FunctionalInterface
    private interface Read {
        String on(Connection connection) throws SQLException;
    }
}
