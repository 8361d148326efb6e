package io.github.readyourwrites.testcluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Looks at a replica's status again and again until it is as wanted. */
final class StatusWait {

    private static final Duration PAUSE = Duration.ofMillis(5);

    private final ReplicationStatements statements;
    private final Duration timeout;
    private final long start = System.nanoTime();

    /** The time begins now. */
    StatusWait(ReplicationStatements statements, Duration timeout) {
        this.statements = statements;
        this.timeout = timeout;
    }

    /** What a status should be. */
    interface Condition {

        /** Null when it is so, else what is missing. */
        @Nullable
        String missing(Connection connection, ReplicationStatus status) throws SQLException;
    }

    /**
     * Blocks until the condition holds, however often the connection breaks.
     *
     * @param failure what the server has not done when the time is over, such as {@code has not caught up}
     * @throws MySqlClusterException when the time is over, or the server follows no primary
     */
    void await(MySqlServer replica, String failure, Condition condition) {
        String state = "not looked at";
        do {
            try (Connection connection = replica.connectAsAdmin("", remainingMilliseconds())) {
                do {
                    ReplicationStatus status = ReplicationStatus.read(connection, statements);
                    if (status == null) {
                        throw new MySqlClusterException(replica + " follows no primary");
                    }
                    String missing = condition.missing(connection, status);
                    if (missing == null) {
                        return;
                    }
                    state = missing + ": " + status;
                    Waiting.pause(PAUSE);
                } while (!isOver());
            } catch (SQLException ex) {
                state = describe(replica) + ": " + firstLine(ex);
                Waiting.pause(PAUSE);
            }
        } while (!isOver());
        throw new MySqlClusterException(replica + " " + failure + " within " + timeout.toMillis() + " ms; " + state);
    }

    int remainingMilliseconds() {
        return (int) Math.max(
                1,
                timeout.toMillis() - Duration.ofNanos(System.nanoTime() - start).toMillis());
    }

    private boolean isOver() {
        return System.nanoTime() - start >= timeout.toNanos();
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
}
