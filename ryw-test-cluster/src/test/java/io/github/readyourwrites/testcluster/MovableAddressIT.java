package io.github.readyourwrites.testcluster;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An address that leads from one server to another. */
class MovableAddressIT {

    private static MySqlCluster cluster;

    private final MySqlServer first = cluster().primary();

    private final MySqlServer second = cluster().replica(0);

    private final MovableAddress address = new MovableAddress(first);

    @BeforeAll
    static void start() {
        cluster = MySqlCluster.start(1);
    }

    private static MySqlCluster cluster() {
        return requireNonNull(cluster);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void close() {
        address.close();
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(address.jdbcUrl("shop", "connectTimeout=30000"), "app", "app");
    }

    private static String server(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@server_uuid")) {
            row.next();
            return row.getString(1);
        }
    }

    @Test
    void newConnectionsLeadToTheOtherServerAndOldOnesStay() throws SQLException {
        try (Connection old = connect()) {
            address.moveTo(second);
            try (Connection moved = connect()) {
                assertEquals(second.serverUuid(), server(moved));
                assertEquals(first.serverUuid(), server(old));
            }
            address.cut();
            assertThrows(SQLException.class, () -> server(old));
        }
    }

    @Test
    void connectionsToAnotherServerEndWhereAllAreMoved() throws SQLException {
        try (Connection old = connect()) {
            address.moveAllTo(first);
            assertEquals(first.serverUuid(), server(old));
            address.moveAllTo(second);
            assertThrows(SQLException.class, () -> server(old));
            try (Connection moved = connect()) {
                assertEquals(second.serverUuid(), server(moved));
            }
        }
    }

    @Test
    void leadsNowhereWhileItIsDark() throws SQLException {
        try (Connection old = connect()) {
            address.goDark();
            assertThrows(SQLException.class, () -> server(old));
            assertThrows(SQLException.class, this::connect);
            address.moveTo(first);
            try (Connection again = connect()) {
                assertEquals(first.serverUuid(), server(again));
            }
        }
    }

    @Test
    void replicaReceivesLateByWayOfAnAddressWithADelay() {
        Duration delay = Duration.ofMillis(500);
        try (MovableAddress late = new MovableAddress(first, delay)) {
            second.receiveThrough(late);
            cluster().awaitCaughtUp();
            long start = System.nanoTime();
            first.execute("CREATE TABLE late (id INT PRIMARY KEY)");
            cluster().awaitCaughtUp();
            assertTrue(System.nanoTime() - start >= delay.toNanos(), "not before its time");
            cluster().heal();
        }
        first.execute("DROP TABLE late");
        cluster().awaitCaughtUp();
    }
}
