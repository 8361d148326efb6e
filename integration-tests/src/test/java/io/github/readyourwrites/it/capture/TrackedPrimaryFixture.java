package io.github.readyourwrites.it.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.capture.CaptureRegistry;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** A primary with some tables and routines, and the session that the tracker takes every thread's to be. */
final class TrackedPrimaryFixture implements AutoCloseable {

    static final String TRACKER = "queryInterceptors=io.github.readyourwrites.capture.GtidTracker";

    private final MySqlCluster cluster = MySqlCluster.start(0);
    private final CaptureRegistry.Installation installation = CaptureRegistry.install(this::session);
    private volatile SessionFixture current = new SessionFixture();

    TrackedPrimaryFixture() {
        server().execute(
                        "SET GLOBAL log_bin_trust_function_creators = 1",
                        "CREATE TABLE item (id INT PRIMARY KEY, stock INT NOT NULL)",
                        "CREATE TABLE line (id INT PRIMARY KEY, item INT NOT NULL, FOREIGN KEY (item) REFERENCES item (id))",
                        "CREATE PROCEDURE restock() BEGIN INSERT INTO item VALUES (100, 1); COMMIT;"
                                + " UPDATE item SET stock = stock WHERE id = 100; DELETE FROM item WHERE id = 100; COMMIT;"
                                + " SELECT stock FROM item; END",
                        "CREATE FUNCTION sell() RETURNS INT BEGIN UPDATE item SET stock = stock - 1 WHERE id = 1; RETURN 1; END");
    }

    MySqlServer server() {
        return cluster.primary();
    }

    void reset() {
        server().execute("DELETE FROM line", "DELETE FROM item", "INSERT INTO item VALUES (1, 10), (2, 20), (3, 30)");
        current = new SessionFixture();
    }

    Connection connect(String... params) throws SQLException {
        return connectThrough(server().jdbcUrl("shop", params) + "&" + TRACKER);
    }

    static Connection connectThrough(String url) throws SQLException {
        return DriverManager.getConnection(url, "root", "");
    }

    SessionFixture session() {
        return current;
    }

    /** As if the calling thread had opened another session. */
    SessionFixture openSession() {
        current = new SessionFixture();
        return current;
    }

    GtidSet executed() {
        return GtidSet.parse(server().gtidExecuted());
    }

    /** What the action committed, by the server's own account, is what the session was told, and nothing more. */
    void assertReports(SqlAction action, String... reports) throws SQLException {
        SessionFixture session = openSession();
        GtidSet before = executed();
        action.run();
        assertEquals(executed().subtract(before), session.floor());
        assertEquals(List.of(reports), session.reports());
    }

    static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    static long connectionId(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT CONNECTION_ID()")) {
            row.next();
            return row.getLong(1);
        }
    }

    @Override
    public void close() {
        installation.close();
        cluster.close();
    }

    /** Something that talks to the primary. */
    @FunctionalInterface
    interface SqlAction {

        void run() throws SQLException;
    }
}
