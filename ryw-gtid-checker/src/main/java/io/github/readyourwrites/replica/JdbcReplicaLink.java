package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidFormatException;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A {@link ReplicaLink} over JDBC. */
final class JdbcReplicaLink implements ReplicaLink {

    /** MySQL 8.0.15 cuts the time-out to whole seconds, so one is the least that waits at all. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private static final String COLUMNS = "@@GLOBAL.gtid_executed, @@GLOBAL.server_uuid";

    private static final String SELECT = "/* ryw-monitor */ SELECT ";

    /** A canonical set has no character that would have to be escaped. */
    private static final String AWAIT = "/* ryw-monitor */ SELECT WAIT_FOR_EXECUTED_GTID_SET('";

    /** MySQL evaluates from left to right: what it prints is what it has after the wait (8.0.15 and 5.7.22, tried). */
    private static final String AND_POSITION = "', " + LONGEST_WAIT.toSeconds() + "), ";

    /** Owned before executed, as in a fence: a row is visible before its GTID is executed. */
    private static final String WITH_OWNED = "@@GLOBAL.gtid_owned, ";

    private final Connection connection;

    private boolean observesOwned;

    private @Nullable String lastText;

    private GtidSet lastExecuted = GtidSet.empty();

    private boolean isReplicationHidden;

    private JdbcReplicaLink(Connection connection) {
        this.connection = connection;
    }

    /** Links to {@code endpoint}; answers are waited for no longer than {@code timeout}. */
    static Source source(ServerEndpoint endpoint, Duration timeout) {
        return blocking ->
                new JdbcReplicaLink(endpoint.connect(timeout, blocking ? timeout.plus(LONGEST_WAIT) : timeout));
    }

    @Override
    public Position position() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet resultSet = statement.executeQuery(SELECT + columns())) {
            resultSet.next();
            return position(resultSet, 1);
        }
    }

    private Position position(ResultSet resultSet, int column) throws SQLException {
        try {
            GtidSet owned = observesOwned ? GtidSet.parseOwned(resultSet.getString(column)) : GtidSet.empty();
            int next = observesOwned ? column + 1 : column;
            return new Position(
                    parsed(resultSet.getString(next)), UUID.fromString(resultSet.getString(next + 1)), owned);
        } catch (GtidFormatException ex) {
            throw new SQLException("the server's gtid_executed cannot be read: " + ex.getMessage(), ex);
        }
    }

    @Override
    public void observeOwned() {
        observesOwned = true;
    }

    private String columns() {
        return observesOwned ? WITH_OWNED + COLUMNS : COLUMNS;
    }

    /** An idle server prints the same set again and again. */
    private GtidSet parsed(String text) {
        if (!text.equals(lastText)) {
            lastExecuted = GtidSet.parse(text);
            lastText = text;
        }
        return lastExecuted;
    }

    @Override
    public @Nullable Position awaitExecuted(GtidSet floor) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet resultSet = statement.executeQuery(AWAIT + floor + AND_POSITION + columns())) {
            resultSet.next();
            // 0: executed; 1: timed out; NULL: GTIDs are off.
            boolean executed = resultSet.getInt(1) == 0 && !resultSet.wasNull();
            Position printed = position(resultSet, 2);
            // Should a server print what it had before the wait, its answer still counts.
            return executed ? printed.with(floor) : printed;
        } catch (SQLException ex) {
            if (JdbcLinks.isLost(ex)) {
                throw ex;
            }
            // It cannot read the set (one with tags, before 8.3), or ended the statement.
            return null;
        }
    }

    @Override
    public @Nullable ReplicationThreads replication() throws SQLException {
        if (isReplicationHidden) {
            return null;
        }
        try (Statement statement = connection.createStatement()) {
            return ReplicationThreads.ask(statement, ReplicaStatus.statement(connection));
        } catch (SQLException ex) {
            if (JdbcLinks.isLost(ex)) {
                throw ex;
            }
            isReplicationHidden = true;
            return null;
        }
    }

    @Override
    public void abort() {
        JdbcLinks.abort(connection);
    }

    @Override
    public void close() {
        JdbcLinks.close(connection);
    }
}
