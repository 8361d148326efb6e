package io.github.readyourwrites.it.capture;

import static io.github.readyourwrites.it.capture.TrackedPrimaryFixture.connectThrough;
import static io.github.readyourwrites.it.capture.TrackedPrimaryFixture.execute;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.TrackedStatements;
import io.github.readyourwrites.it.versions.ConnectorJ;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway.Init")
@Tag("central")
class GtidTrackerIT {

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO item VALUES (4, 40)",
                "INSERT INTO item VALUES (4, 40), (5, 50)",
                "UPDATE item SET stock = stock + 1",
                "DELETE FROM item WHERE id = 3",
                "REPLACE INTO item VALUES (1, 11)",
                "INSERT INTO item VALUES (1, 0) ON DUPLICATE KEY UPDATE stock = stock + 1",
                "CREATE TABLE IF NOT EXISTS other (id INT PRIMARY KEY)",
                "ALTER TABLE line COMMENT = 'x'"
            })
    void raisesTheFloorByAnAutocommittedWrite(String sql) throws SQLException {
        ConnectorJ.assumeReadsPositionsBesideMessages();
        primary.assertReports(() -> execute(connection, sql));
        assertFalse(primary.session().floor().isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE item SET stock = stock",
                "UPDATE item SET stock = 10 WHERE id IN (1, 2) AND id < 2",
                "DELETE FROM item WHERE id = 99",
                "INSERT IGNORE INTO item VALUES (1, 1)",
                "INSERT IGNORE INTO item VALUES (1, 1), (4, 40)",
                "UPDATE item SET stock = 10",
                "INSERT INTO item VALUES (1, 0) ON DUPLICATE KEY UPDATE stock = stock",
                "DO 1",
                "SELECT stock INTO @stock FROM item WHERE id = 1",
                "SET @stock = (SELECT stock FROM item WHERE id = 1)"
            })
    void marksAStatementThatSawMoreThanItWrote(String sql) throws SQLException {
        ConnectorJ.assumeReadsPositionsBesideMessages();
        primary.assertReports(() -> execute(connection, sql), "marked");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO item VALUES (1, 1)",
                "INSERT INTO line VALUES (1, 99)",
                "UPDATE missing SET a = 1",
                "SELECT missing()",
                "CREATE TABLE item (a INT)"
            })
    void marksAFailedStatement(String sql) throws SQLException {
        primary.assertReports(() -> assertThrows(SQLException.class, () -> execute(connection, sql)), "marked");
    }

    @Test
    void reportsNothingForReadsAndSettings() throws SQLException {
        primary.assertReports(() -> {
            for (int i = 0; i < 50; i++) {
                execute(connection, "SET @i = " + i, "SET SESSION sql_select_limit = DEFAULT");
            }
            execute(connection, "USE shop", "SELECT * FROM item", "SHOW TABLES", "BEGIN", "COMMIT", "ROLLBACK");
            execute(
                    connection,
                    "BEGIN",
                    "SAVEPOINT a",
                    "SELECT * FROM item FOR UPDATE",
                    "RELEASE SAVEPOINT a",
                    "COMMIT");
            assertThrows(SQLException.class, () -> execute(connection, "SELECT * FROM missing"));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"useServerPrepStmts=false", "useServerPrepStmts=true"})
    void countsPreparedStatementsAndBatches(String preparation) throws SQLException {
        ConnectorJ.assumeReadsPositionsBesideMessages();
        try (Connection prepared = primary.connect("rewriteBatchedStatements=true", preparation)) {
            primary.assertReports(() -> batch(prepared, "INSERT INTO item VALUES (?, ?)", 10));
            primary.assertReports(() -> batch(prepared, "UPDATE item SET stock = stock - ? WHERE id <= ?", 1));
            primary.assertReports(() -> batch(prepared, "INSERT IGNORE INTO item VALUES (?, ?)", 10), "marked");
            prepared.setAutoCommit(false);
            primary.assertReports(() -> {
                batch(prepared, "INSERT INTO item VALUES (?, ?)", 30);
                batch(prepared, "UPDATE item SET stock = stock - ? WHERE id <= ?", 1);
                prepared.commit();
            });
            primary.assertReports(
                    () -> {
                        assertThrows(SQLException.class, () -> batch(prepared, "INSERT INTO item VALUES (?, ?)", 30));
                        prepared.rollback();
                    },
                    "marked");
        }
    }

    @Test
    void countsEachPartOfAMultiStatement() throws SQLException {
        ConnectorJ.assumeReadsPositionsBesideMessages();
        primary.assertReports(
                () -> execute(connection, "UPDATE item SET stock = stock + 1; DELETE FROM item WHERE id = 3"));
        assertEquals(2, primary.session().floor().count());
        primary.assertReports(
                () -> execute(connection, "DELETE FROM item WHERE id = 3; UPDATE item SET stock = stock + 1"),
                "marked");
        primary.assertReports(() -> execute(connection, "SELECT sell(); UPDATE item SET stock = stock"), "marked");
        primary.assertReports(
                () -> assertThrows(
                        SQLException.class,
                        () -> execute(connection, "DELETE FROM item WHERE id = 2; INSERT INTO item VALUES (1, 1)")),
                "marked");
        assertEquals(1, primary.session().floor().count());
    }

    @Test
    void raisesByEveryCommitOfAProcedureAndMarksIt() throws SQLException {
        primary.assertReports(() -> execute(connection, "CALL restock()"), "marked");
        assertEquals(2, primary.session().floor().count());
    }

    @Test
    void raisesByAFunctionThatWritesWhileItsRowsAreStreamed() throws SQLException {
        primary.assertReports(() -> execute(connection, "SELECT sell()"));
        primary.assertReports(() -> {
            try (Statement statement = connection.createStatement()) {
                statement.setFetchSize(Integer.MIN_VALUE);
                ResultSet rows = statement.executeQuery("SELECT sell() UNION ALL SELECT 2");
                rows.next();
                rows.close();
            }
        });
        assertEquals(1, primary.session().floor().count());
    }

    @Test
    void keepsTheSessionVariablesOfTheUser() throws SQLException {
        try (Connection other = primary.connect("sessionVariables=sql_mode='ANSI,TRADITIONAL',wait_timeout=1234");
                Statement statement = other.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@wait_timeout, @@sql_mode, @@session_track_gtids")) {
            row.next();
            assertEquals(1234, row.getInt(1));
            assertTrue(row.getString(2).contains("ANSI_QUOTES"));
            assertEquals("OWN_GTID", row.getString(3));
        }
    }

    @Test
    void marksEveryWriteWhereTheServerSendsNoGtids() throws SQLException {
        execute(connection, "SET SESSION session_track_gtids = OFF");
        SessionFixture session = primary.openSession();
        execute(connection, "UPDATE item SET stock = stock + 1");
        assertEquals(List.of("marked"), session.reports());
        execute(connection, "BEGIN", "UPDATE item SET stock = stock + 1", "COMMIT");
        assertEquals(List.of("marked", "marked"), session.reports());
    }

    @Test
    void addsNoStatement() throws SQLException {
        long tracked = questionsOfWrites(connection);
        try (Connection plain = connectThrough(primary.server().jdbcUrl("shop"))) {
            assertEquals(questionsOfWrites(plain), tracked);
        }
    }

    @Test
    void countsTheStatementsOfItsThread() throws SQLException {
        try (Connection plain = connectThrough(primary.server().jdbcUrl("shop"))) {
            long before = TrackedStatements.onThisThread();
            execute(plain, "SELECT 1");
            assertEquals(before, TrackedStatements.onThisThread());
            execute(connection, "SELECT 1");
            assertEquals(before + 1, TrackedStatements.onThisThread());
        }
    }

    private static long questionsOfWrites(Connection connection) throws SQLException {
        long before = primary.server().statusCounter("Questions");
        for (int i = 0; i < 20; i++) {
            execute(connection, "UPDATE item SET stock = stock + 1");
        }
        connection.setAutoCommit(false);
        execute(connection, "UPDATE item SET stock = stock + 1");
        connection.commit();
        connection.setAutoCommit(true);
        return primary.server().statusCounter("Questions") - before;
    }

    private static void batch(Connection connection, String sql, int first) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < 5; i++) {
                statement.setInt(1, first + i);
                statement.setInt(2, first + i);
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
