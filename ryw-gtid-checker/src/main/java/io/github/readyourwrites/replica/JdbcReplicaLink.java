package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidFormatException;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
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

    private static final String POSITION = "/* ryw-monitor */ SELECT @@GLOBAL.gtid_executed, @@GLOBAL.server_uuid";

    private static final String AWAIT = "/* ryw-monitor */ SELECT WAIT_FOR_EXECUTED_GTID_SET(?, 1)";

    private final Connection connection;

    private @Nullable String lastText;

    private GtidSet lastExecuted = GtidSet.empty();

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
                ResultSet resultSet = statement.executeQuery(POSITION)) {
            resultSet.next();
            return new Position(parsed(resultSet.getString(1)), UUID.fromString(resultSet.getString(2)));
        } catch (GtidFormatException ex) {
            throw new SQLException("the server's gtid_executed cannot be read: " + ex.getMessage(), ex);
        }
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
    public boolean awaitExecuted(GtidSet floor) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(AWAIT)) {
            statement.setString(1, floor.toString());
            try (ResultSet resultSet = statement.executeQuery()) {
                // 0: executed; 1: timed out; NULL: GTIDs are off.
                return resultSet.next() && resultSet.getInt(1) == 0 && !resultSet.wasNull();
            }
        } catch (SQLException ex) {
            if (JdbcLinks.isLost(ex)) {
                throw ex;
            }
            // A server that cannot read the set (one with tags, before 8.3) has not executed it.
            return false;
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
