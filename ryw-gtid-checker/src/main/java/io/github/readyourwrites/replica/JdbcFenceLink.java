package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidFormatException;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A {@link FenceLink} over JDBC. */
final class JdbcFenceLink implements FenceLink {

    /**
     * Owned before executed: a commit is owned until it is executed, so it is in one of them at each moment, and what
     * leaves the first afterwards is in the second.
     */
    private static final String ASK = "/* ryw-fence */ SELECT @@GLOBAL.gtid_owned, @@GLOBAL.gtid_executed,"
            + " @@GLOBAL.server_uuid, @@GLOBAL.read_only";

    /** An account that may read the grant tables sees everybody's grants here. */
    static final String PROCESS_PRIVILEGE = "/* ryw-fence */ SELECT COUNT(*)"
            + " FROM information_schema.user_privileges WHERE privilege_type = 'PROCESS' AND grantee = CONCAT('\\'',"
            + " SUBSTRING_INDEX(CURRENT_USER(), '@', 1), '\\'@\\'', SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '\\'')";

    private static final String CONNECTIONS =
            "/* ryw-fence */ SELECT id FROM information_schema.processlist WHERE user = ?";

    private final Connection connection;

    private final String username;

    private @Nullable Boolean seesAllProcesses;

    private JdbcFenceLink(Connection connection, String username) {
        this.connection = connection;
        this.username = username;
    }

    /** Links to {@code endpoint}; answers are waited for no longer than {@code timeout}. */
    static Source source(ServerEndpoint endpoint, Duration timeout) {
        return () -> new JdbcFenceLink(endpoint.connect(timeout, timeout), endpoint.username());
    }

    @Override
    public Reply ask() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet resultSet = statement.executeQuery(ASK)) {
            resultSet.next();
            return new Reply(
                    GtidSet.parseOwned(resultSet.getString(1)),
                    GtidSet.parse(resultSet.getString(2)),
                    UUID.fromString(resultSet.getString(3)),
                    resultSet.getBoolean(4));
        } catch (GtidFormatException ex) {
            throw new SQLException("the server's GTIDs cannot be read: " + ex.getMessage(), ex);
        }
    }

    @Override
    public RelayLog relayLog(GtidSet executed) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet resultSet = statement.executeQuery(ReplicaStatus.statement(connection))) {
            RelayLog result = RelayLog.NONE;
            while (resultSet.next()) {
                ReplicaStatus status = ReplicaStatus.of(resultSet);
                if (status.applierRunning() && !executed.contains(status.retrieved())) {
                    return RelayLog.APPLYING;
                }
                result = RelayLog.UNCLEAR;
            }
            return result;
        } catch (SQLException ex) {
            if (ReplicaStatus.isDenied(ex)) {
                return RelayLog.UNCLEAR;
            }
            throw ex;
        }
    }

    /** An account sees its own user's connections; those of others only with the PROCESS privilege. */
    @Override
    public @Nullable Set<Long> connectionsOf(String owner) throws SQLException {
        if (!owner.equals(username) && !seesAllProcesses()) {
            return null;
        }
        Set<Long> result = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(CONNECTIONS)) {
            statement.setString(1, owner);
            try (ResultSet resultSet = statement.executeQuery()) {
                while (resultSet.next()) {
                    result.add(resultSet.getLong(1));
                }
            }
        }
        return result;
    }

    private boolean seesAllProcesses() throws SQLException {
        Boolean result = seesAllProcesses;
        if (result == null) {
            try (PreparedStatement statement = connection.prepareStatement(PROCESS_PRIVILEGE)) {
                result = count(statement) > 0;
            }
            seesAllProcesses = result;
        }
        return result;
    }

    private static long count(PreparedStatement statement) throws SQLException {
        try (ResultSet resultSet = statement.executeQuery()) {
            resultSet.next();
            return resultSet.getLong(1);
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
