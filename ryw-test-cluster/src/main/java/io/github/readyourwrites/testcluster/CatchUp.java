package io.github.readyourwrites.testcluster;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.function.Predicate;

/** Waits until replicas have what the primary has now. */
final class CatchUp {

    private static final Duration PAUSE = Duration.ofMillis(5);

    private final ReplicationStatements statements;
    private final boolean byGtid;
    private final Duration timeout;
    private final long start = System.nanoTime();
    private final String executed;
    private final String logFile;
    private final long logPosition;

    CatchUp(MySqlServer primary, ReplicationStatements statements, boolean byGtid, Duration timeout) {
        this.statements = statements;
        this.byGtid = byGtid;
        this.timeout = timeout;
        try (Connection connection = primary.connectAsAdmin("", remainingMilliseconds());
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
        await(replica, status -> true);
    }

    /** Blocks until the replica has it and both of its threads run. */
    void awaitFollowing(MySqlServer replica) {
        await(replica, status -> status.isLinkUp() && status.isApplierRunning());
    }

    private void await(MySqlServer replica, Predicate<ReplicationStatus> condition) {
        String state = "not looked at";
        do {
            try (Connection connection = replica.connectAsAdmin("", remainingMilliseconds())) {
                do {
                    ReplicationStatus status = ReplicationStatus.read(connection, statements);
                    if (status == null) {
                        throw new MySqlClusterException(replica + " follows no primary");
                    }
                    boolean contained = contained(connection, status);
                    if (contained && condition.test(status)) {
                        return;
                    }
                    state = (contained ? "has it, but " : "lacks it: ") + status;
                    Waiting.pause(PAUSE);
                } while (!isOver());
            } catch (SQLException ex) {
                state = describe(replica) + ": " + firstLine(ex);
                Waiting.pause(PAUSE);
            }
        } while (!isOver());
        throw new MySqlClusterException(replica + " has not caught up with "
                + (byGtid ? executed.replace("\n", "") : logFile + ":" + logPosition) + " within "
                + timeout.toMillis() + " ms; " + state);
    }

    private boolean contained(Connection connection, ReplicationStatus status) throws SQLException {
        if (!byGtid) {
            int order = status.logFile().compareTo(logFile);
            return order > 0 || order == 0 && status.logPosition() >= logPosition;
        }
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT GTID_SUBSET(?, @@GLOBAL.gtid_executed)")) {
            statement.setString(1, executed);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() && row.getBoolean(1);
            }
        }
    }

    private static String describe(MySqlServer replica) {
        if (!replica.isRunning()) {
            return "it is not running";
        }
        return replica.faults().isFrozen() ? "it is frozen" : "it does not answer";
    }

    private static String firstLine(SQLException ex) {
        return String.valueOf(ex.getMessage()).lines().findFirst().orElse("");
    }

    private boolean isOver() {
        return System.nanoTime() - start >= timeout.toNanos();
    }

    private int remainingMilliseconds() {
        return (int) Math.max(
                1,
                timeout.toMillis() - Duration.ofNanos(System.nanoTime() - start).toMillis());
    }
}
