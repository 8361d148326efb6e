package io.github.readyourwrites.it.capture;

import static io.github.readyourwrites.it.capture.TrackedPrimaryFixture.execute;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mysql.cj.jdbc.JdbcConnection;
import io.github.readyourwrites.capture.CaptureRegistry;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init")
class TrackedTransactionIT {

    private static TrackedPrimaryFixture primary;

    private Connection connection;

    @BeforeAll
    static void start() {
        primary = new TrackedPrimaryFixture();
    }

    @AfterAll
    static void stop() {
        primary.close();
    }

    @BeforeEach
    void connect() throws SQLException {
        primary.reset();
        connection = primary.connect("allowMultiQueries=true");
    }

    @AfterEach
    void disconnect() throws SQLException {
        connection.close();
    }

    @Test
    void raisesTheFloorByATransactionWithoutAMark() throws SQLException {
        primary.assertReports(() -> {
            execute(connection, "BEGIN", "UPDATE item SET stock = stock + 1", "INSERT INTO item VALUES (4, 40)");
            assertTrue(primary.session().floor().isEmpty());
            execute(connection, "DELETE FROM item WHERE id = 3", "REPLACE INTO item VALUES (2, 1)", "COMMIT");
        });
        primary.assertReports(() -> {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE item SET stock = stock + 1", "SELECT * FROM item");
            connection.isValid(5);
            connection.commit();
            execute(connection, "UPDATE item SET stock = stock + 1");
            connection.setAutoCommit(true);
        });
        assertEquals(2, primary.session().floor().count());
    }

    @Test
    void keepsAMarkOfATransactionUntilItsEnd() throws SQLException {
        primary.assertReports(
                () -> {
                    execute(connection, "BEGIN", "UPDATE item SET stock = stock", "UPDATE item SET stock = 1");
                    assertEquals(List.of("pending"), primary.session().reports());
                    execute(connection, "COMMIT");
                },
                "pending",
                "settled");
        primary.assertReports(
                () -> {
                    execute(connection, "BEGIN", "DELETE FROM item WHERE id = 3");
                    assertThrows(SQLException.class, () -> execute(connection, "INSERT INTO item VALUES (1, 1)"));
                    execute(connection, "COMMIT");
                },
                "pending",
                "settled");
    }

    @Test
    void raisesSessionsThatWereClosedBeforeTheCommit() throws SQLException {
        connection.setAutoCommit(false);
        SessionFixture first = primary.openSession();
        execute(connection, "UPDATE item SET stock = stock + 1");
        SessionFixture second = primary.openSession();
        execute(connection, "SELECT * FROM item");
        primary.openSession();
        connection.commit();
        assertEquals(primary.session().floor(), first.floor());
        assertEquals(primary.session().floor(), second.floor());
        assertEquals(1, first.floor().count());
    }

    @Test
    void marksARollback() throws SQLException {
        primary.assertReports(() -> execute(connection, "BEGIN", "DELETE FROM item", "ROLLBACK"), "marked");
        connection.setAutoCommit(false);
        primary.assertReports(
                () -> {
                    execute(connection, "INSERT INTO item VALUES (4, 40)");
                    Savepoint savepoint = connection.setSavepoint();
                    execute(connection, "DELETE FROM item WHERE id = 1");
                    connection.rollback(savepoint);
                    connection.commit();
                },
                "pending",
                "settled");
    }

    @Test
    void marksEveryoneWhoseWritesAFailedDefinitionCommits() throws SQLException {
        GtidSet before = primary.executed();
        SessionFixture writer = primary.openSession();
        execute(connection, "BEGIN", "UPDATE item SET stock = stock + 1");
        primary.openSession();
        assertThrows(SQLException.class, () -> execute(connection, "CREATE TABLE item (a INT)"));
        assertEquals(1, primary.executed().subtract(before).count());
        assertEquals(List.of("pending"), writer.reports());
        execute(connection, "SELECT 1");
        assertEquals(List.of("pending", "marked", "settled"), writer.reports());
    }

    @Test
    void remembersTheTransactionWhileRowsAreStreamed() throws SQLException {
        SessionFixture writer = primary.openSession();
        execute(connection, "BEGIN", "UPDATE item SET stock = stock + 1");
        primary.openSession();
        try (Statement statement = connection.createStatement()) {
            statement.setFetchSize(Integer.MIN_VALUE);
            ResultSet rows = statement.executeQuery("SELECT * FROM item");
            rows.next();
            assertEquals(List.of(), writer.reports());
            rows.close();
        }
        execute(connection, "COMMIT");
        assertEquals(1, writer.floor().count());
        assertEquals(List.of(), writer.reports());
    }

    @Test
    void raisesByXaBranches() throws SQLException {
        primary.assertReports(() -> execute(
                connection,
                "XA START 'a'",
                "UPDATE item SET stock = stock + 1",
                "XA END 'a'",
                "XA PREPARE 'a'",
                "XA COMMIT 'a'",
                "XA START 'b'",
                "UPDATE item SET stock = stock + 1",
                "XA END 'b'",
                "XA COMMIT 'b' ONE PHASE"));
        assertEquals(3, primary.session().floor().count());
    }

    @Test
    void goesOnAfterTheServerSessionWasReset() throws SQLException {
        execute(connection, "BEGIN", "UPDATE item SET stock = stock + 1");
        SessionFixture writer = primary.session();
        connection.unwrap(JdbcConnection.class).resetServerState();
        assertEquals(List.of("marked"), writer.reports());
        primary.assertReports(() -> execute(connection, "UPDATE item SET stock = stock + 1"));
    }

    @Test
    void keepsTheFailureOfAProviderFromTheApplication() throws SQLException {
        SessionFixture before = primary.openSession();
        execute(connection, "BEGIN", "UPDATE item SET stock = stock + 1");
        CaptureRegistry.Installation failing = CaptureRegistry.install(() -> {
            throw new IllegalStateException("No session");
        });
        try {
            execute(connection, "COMMIT");
        } finally {
            failing.close();
        }
        assertEquals(1, before.floor().count());
        assertEquals(List.of("pending", "settled"), before.reports());
    }
}
