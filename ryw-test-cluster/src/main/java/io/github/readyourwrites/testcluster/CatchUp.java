package io.github.readyourwrites.testcluster;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/** Waits until replicas have what the primary has now. */
final class CatchUp {

    private final boolean byGtid;
    private final StatusWait wait;
    private final String executed;
    private final String logFile;
    private final long logPosition;

    CatchUp(MySqlServer primary, ReplicationStatements statements, boolean byGtid, Duration timeout) {
        this.byGtid = byGtid;
        wait = new StatusWait(statements, timeout);
        try (Connection connection = primary.connectAsAdmin("", wait.remainingMilliseconds());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        byGtid ? "SELECT @@GLOBAL.gtid_executed, 0" : statements.logPosition())) {
            row.next();
            executed = byGtid ? row.getString(1) : "";
            logFile = byGtid ? "" : row.getString(1);
            logPosition = row.getLong(2);
        } catch (SQLException ex) {
            throw new MySqlClusterException("Cannot read the position of " + primary, ex);
        }
    }

    /** Blocks until the replica has it. */
    void awaitContained(MySqlServer replica) {
        await(replica, (connection, status) -> contained(connection, status) ? null : "lacks it");
    }

    /** Blocks until the replica has it and both of its threads run. */
    void awaitFollowing(MySqlServer replica) {
        await(replica, (connection, status) -> {
            if (!contained(connection, status)) {
                return "lacks it";
            }
            return status.isLinkUp() && status.isApplierRunning() ? null : "has it, but";
        });
    }

    /** Blocks until all of it has arrived at the replica, applied or not; by GTID only. */
    void awaitReceived(MySqlServer replica) {
        await(replica, (connection, status) -> received(connection, status, executed) ? null : "has not received it");
    }

    /** Blocks until the replica has applied all that it has received; by GTID only. */
    static void awaitApplied(MySqlServer replica, ReplicationStatements statements, Duration timeout) {
        new StatusWait(statements, timeout)
                .await(
                        replica,
                        "has not applied what it has received",
                        (connection, status) -> contained(connection, status.received()) ? null : "lacks some");
    }

    /** Blocks until the replica has reached its primary. */
    static void awaitConnected(MySqlServer replica, ReplicationStatements statements, Duration timeout) {
        new StatusWait(statements, timeout)
                .await(
                        replica,
                        "has not reached its primary",
                        (connection, status) -> status.isLinkUp() ? null : "not connected");
    }

    private void await(MySqlServer replica, StatusWait.Condition condition) {
        String position = byGtid ? executed.replace("\n", "") : logFile + ":" + logPosition;
        wait.await(replica, "has not caught up with " + position, condition);
    }

    private boolean contained(Connection connection, ReplicationStatus status) throws SQLException {
        if (!byGtid) {
            int order = status.logFile().compareTo(logFile);
            return order > 0 || (order == 0 && status.logPosition() >= logPosition);
        }
        return contained(connection, executed);
    }

    private static boolean contained(Connection connection, String set) throws SQLException {
        return isTrue(connection, "SELECT GTID_SUBSET(?, @@GLOBAL.gtid_executed)", set);
    }

    private static boolean received(Connection connection, ReplicationStatus status, String set) throws SQLException {
        return isTrue(
                connection, "SELECT GTID_SUBSET(GTID_SUBTRACT(?, @@GLOBAL.gtid_executed), ?)", set, status.received());
    }

    private static boolean isTrue(Connection connection, String sql, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }
}
