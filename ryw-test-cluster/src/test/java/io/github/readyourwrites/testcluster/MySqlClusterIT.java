package io.github.readyourwrites.testcluster;

import static io.github.readyourwrites.testcluster.FailureFixture.messageOf;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a cluster without faults offers. */
class MySqlClusterIT {

    private static MySqlCluster cluster;

    @BeforeAll
    static void start() {
        cluster = MySqlCluster.start(2);
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    @BeforeEach
    void createTable() {
        cluster.primary().execute("DROP TABLE IF EXISTS t", "CREATE TABLE t (id INT PRIMARY KEY)");
        cluster.awaitCaughtUp();
    }

    @Test
    void replicatesToEveryReplica() {
        cluster.primary().execute("INSERT INTO t VALUES (1)");
        cluster.awaitCaughtUp();
        for (MySqlServer each : cluster.replicas()) {
            assertEquals("1", each.queryString("SELECT COUNT(*) FROM t"));
            assertEquals(cluster.primary().gtidExecuted(), each.gtidExecuted());
        }
    }

    @Test
    void hasGtidsOfThePrimaryOnly() {
        assertTrue(cluster.primary().gtidExecuted().matches(cluster.primary().serverUuid() + ":1-\\d+"));
        assertNotEquals(cluster.primary().serverUuid(), cluster.replica(0).serverUuid());
        assertNotEquals(cluster.replica(0).serverUuid(), cluster.replica(1).serverUuid());
    }

    @Test
    void letsTheApplicationInWithAPlainUrl() throws SQLException {
        String url = "jdbc:mysql://127.0.0.1:" + cluster.primary().port() + "/shop";
        try (Connection connection = DriverManager.getConnection(url, "app", "app");
                Statement statement = connection.createStatement()) {
            assertEquals(1, statement.executeUpdate("INSERT INTO t VALUES (2)"));
        }
    }

    @Test
    void refusesWritesOfTheApplicationOnReplicas() throws SQLException {
        try (Connection connection = cluster.replica(0).connect("app", "app");
                Statement statement = connection.createStatement()) {
            SQLException ex = assertThrows(SQLException.class, () -> statement.execute("INSERT INTO t VALUES (3)"));
            assertTrue(String.valueOf(ex.getMessage()).contains("read-only"), ex.getMessage());
        }
    }

    @Test
    void appendsParametersToTheUrl() throws SQLException {
        String url = cluster.replica(1).jdbcUrl("shop", "sessionVariables=wait_timeout=77");
        try (Connection connection = DriverManager.getConnection(url, "app", "app");
                Statement statement = connection.createStatement();
                var row = statement.executeQuery("SELECT @@wait_timeout, DATABASE(), @@port")) {
            assertTrue(row.next());
            assertEquals(77, row.getInt(1));
            assertEquals("shop", row.getString(2));
            assertEquals(cluster.replica(1).port(), row.getInt(3));
        }
    }

    @Test
    void countsStatements() {
        long before = cluster.primary().statusCounter("Com_insert");
        cluster.primary().execute("INSERT INTO t VALUES (4)", "INSERT INTO t VALUES (5)");
        assertEquals(before + 2, cluster.primary().statusCounter("Com_insert"));
        assertThrows(MySqlClusterException.class, () -> cluster.primary().statusCounter("Com_nothing"));
    }

    @Test
    void saysWhichStatementFailedWhere() {
        String message = messageOf(() -> cluster.primary().execute("INSERT INTO nowhere VALUES (1)"));
        assertTrue(
                message.startsWith("primary (127.0.0.1:" + cluster.primary().port()
                        + ") failed: INSERT INTO nowhere VALUES (1): "),
                message);
    }

    @Test
    void runsASecondClusterThatSharesNothing() {
        try (MySqlCluster other = MySqlCluster.start(1)) {
            assertEquals("", other.primary().gtidExecuted());
            assertEquals("", other.replica(0).gtidExecuted());
            other.primary().execute("CREATE TABLE only_here (id INT)");
            other.awaitCaughtUp();
            cluster.awaitCaughtUp();
            assertTrue(cluster.replica(0)
                    .queryStrings("SHOW TABLES LIKE 'only_here'")
                    .isEmpty());
            assertEquals(
                    1,
                    other.replica(0)
                            .queryStrings("SHOW TABLES LIKE 'only_here'")
                            .size());
        }
        assertDoesNotThrow(() -> cluster.awaitCaughtUp(Duration.ofSeconds(10)));
    }
}
