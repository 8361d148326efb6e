package io.github.readyourwrites.it.capture;

import static io.github.readyourwrites.it.capture.TrackedPrimaryFixture.connectionId;
import static io.github.readyourwrites.it.capture.TrackedPrimaryFixture.execute;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.it.capture.TrackedPrimaryFixture.SqlAction;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway.Init")
class BrokenConnectionIT {

    private static final String UPDATE = "UPDATE item SET stock = stock + 1 WHERE id = 1";

    private static TrackedPrimaryFixture primary;

    @BeforeAll
    static void start() {
        primary = new TrackedPrimaryFixture();
    }

    @AfterAll
    static void stop() {
        primary.close();
    }

    @BeforeEach
    void reset() {
        primary.reset();
    }

    @AfterEach
    void unlock() {
        primary.server().unlockTables();
    }

    @Test
    void reportsACommitThatWasKilled() throws SQLException {
        try (Connection connection = primary.connect()) {
            long id = connectionId(connection);
            SessionFixture writer = primary.openSession();
            SessionFixture committer =
                    failInCommit(connection, id, () -> primary.server().execute("KILL " + id));
            assertEquals(List.of("unknown " + id + " of root"), writer.reports());
            assertEquals(List.of("unknown " + id + " of root"), committer.reports());
        }
    }

    @Test
    void reportsACommitThatTimedOut() throws SQLException {
        try (Connection connection = primary.connect("socketTimeout=1000")) {
            long id = connectionId(connection);
            SessionFixture committer = failInCommit(connection, id, () -> {});
            assertEquals(List.of("unknown " + id + " of root"), committer.reports());
        }
    }

    @Test
    void reportsACommitThatAnotherThreadAborted() throws SQLException {
        try (Connection connection = primary.connect()) {
            long id = connectionId(connection);
            SessionFixture committer = failInCommit(connection, id, () -> connection.abort(Runnable::run));
            assertEquals(List.of("unknown " + id + " of root"), committer.reports());
        }
    }

    @Test
    void reportsACommitWhoseAnswerWasLost() throws SQLException, IOException {
        try (ProxyFixture proxy = new ProxyFixture(primary.server().port());
                Connection connection = TrackedPrimaryFixture.connectThrough("jdbc:mysql://127.0.0.1:" + proxy.port()
                        + "/shop?sslMode=DISABLED&allowPublicKeyRetrieval=true&" + TrackedPrimaryFixture.TRACKER)) {
            long id = connectionId(connection);
            GtidSet before = primary.executed();
            SessionFixture session = primary.openSession();
            connection.setAutoCommit(false);
            execute(connection, UPDATE);
            proxy.loseAnswers();
            assertThrows(SQLException.class, connection::commit);
            assertEquals(List.of("unknown " + id + " of root"), session.reports());
            assertTrue(session.floor().isEmpty());
            assertEquals(1, primary.executed().subtract(before).count());
        }
    }

    @Test
    void reportsAPreparedStatementThatWasKilled() throws SQLException {
        Connection connection = primary.connect("useServerPrepStmts=true");
        long id = connectionId(connection);
        PreparedStatement statement = connection.prepareStatement(UPDATE);
        SessionFixture session = primary.openSession();
        failWhileBlocked(id, statement::execute, () -> primary.server().execute("KILL " + id));
        assertEquals(List.of("unknown " + id + " of root"), session.reports());
        assertThrows(SQLException.class, connection::close);
        assertEquals(List.of("unknown " + id + " of root"), session.reports());
    }

    @Test
    void goesOnWhereTheDriverReconnects() throws SQLException {
        try (Connection connection = primary.connect("autoReconnect=true")) {
            long id = connectionId(connection);
            SessionFixture session = primary.openSession();
            failWhileBlocked(
                    id,
                    () -> execute(connection, UPDATE),
                    () -> primary.server().execute("KILL " + id));
            assertEquals(List.of("unknown " + id + " of root"), session.reports());
            primary.server().unlockTables();
            execute(connection, "SELECT 1");
            primary.assertReports(() -> execute(connection, UPDATE));
            assertEquals(1, primary.session().floor().count());
        }
    }

    @Test
    void marksWhatIsRolledBackWithAConnectionThatWasKilledBetweenStatements() throws SQLException {
        Connection connection = primary.connect();
        long id = connectionId(connection);
        SessionFixture session = primary.openSession();
        connection.setAutoCommit(false);
        execute(connection, UPDATE, "UPDATE item SET stock = stock");
        primary.server().execute("KILL " + id);
        assertThrows(SQLException.class, connection::rollback);
        assertEquals(List.of("pending", "marked", "settled"), session.reports());
    }

    @Test
    void reportsNothingForAReadThatWasKilledOrAConnectionThatIsClosed() throws SQLException {
        Connection connection = primary.connect();
        long id = connectionId(connection);
        SessionFixture session = primary.openSession();
        CompletableFuture<Void> reading =
                run(() -> execute(connection, "SELECT id FROM item WHERE SLEEP(30) = 0 LIMIT 1"));
        awaitState(id, "User sleep");
        primary.server().execute("KILL " + id);
        assertThrows(CompletionException.class, reading::join);
        connection.close();
        primary.connect().close();
        assertEquals(List.of(), session.reports());
    }

    @Test
    void settlesTheMarksOfAConnectionThatWasAbortedAndForgotten() throws SQLException {
        SessionFixture session = primary.openSession();
        leaveAborted();
        assertEquals(List.of("pending"), session.reports());
        try (Connection other = primary.connect()) {
            await().until(() -> {
                System.gc();
                execute(other, "SELECT 1");
                return session.reports().contains("settled");
            });
        }
        assertEquals(List.of("pending", "settled"), session.reports());
    }

    private static void leaveAborted() throws SQLException {
        Connection connection = primary.connect();
        connection.setAutoCommit(false);
        execute(connection, "UPDATE item SET stock = stock");
        connection.abort(Runnable::run);
    }

    /** A transaction of the session that is open; its commit, by another one, blocks until the action breaks it. */
    private static SessionFixture failInCommit(Connection connection, long id, SqlAction breaking) throws SQLException {
        connection.setAutoCommit(false);
        execute(connection, UPDATE);
        SessionFixture result = primary.openSession();
        failWhileBlocked(id, connection::commit, breaking);
        return result;
    }

    private static void failWhileBlocked(long id, SqlAction blocking, SqlAction breaking) throws SQLException {
        primary.server().lockTables();
        CompletableFuture<Void> blocked = run(blocking);
        awaitState(id, "Waiting for%");
        breaking.run();
        assertThrows(CompletionException.class, blocked::join);
    }

    private static void awaitState(long id, String state) {
        await().until(() -> !primary.server()
                .queryStrings("SELECT id FROM information_schema.processlist WHERE id = " + id + " AND state LIKE '"
                        + state + "'")
                .isEmpty());
    }

    private static CompletableFuture<Void> run(SqlAction action) {
        return CompletableFuture.runAsync(() -> {
            try {
                action.run();
            } catch (SQLException ex) {
                throw new CompletionException(ex);
            }
        });
    }
}
