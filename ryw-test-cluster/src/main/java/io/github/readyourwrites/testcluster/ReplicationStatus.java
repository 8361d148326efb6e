package io.github.readyourwrites.testcluster;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * One answer of {@code SHOW REPLICA STATUS}.
 *
 * @param sourceHost where it looks for the primary
 * @param sourcePort the port there
 * @param link state of the thread that receives: Yes, No or Connecting
 * @param applier state of the thread that applies: Yes or No
 * @param delay seconds that the applier stays behind on purpose
 * @param errors the last errors of both threads, empty when there are none
 * @param received the GTIDs that arrived, applied or not, since the link first came up
 * @param logFile the primary's binary log up to which the applier is done
 * @param logPosition the place in that log
 */
record ReplicationStatus(
        String sourceHost,
        int sourcePort,
        String link,
        String applier,
        int delay,
        String errors,
        String received,
        String logFile,
        long logPosition) {

    /** Null where the server follows no primary. */
    static @Nullable ReplicationStatus read(Connection connection, ReplicationStatements statements)
            throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(statements.status())) {
            if (!row.next()) {
                return null;
            }
            String errors = row.getString("Last_IO_Error") + " " + row.getString("Last_SQL_Error");
            return new ReplicationStatus(
                    row.getString(statements.column("Source_Host")),
                    row.getInt(statements.column("Source_Port")),
                    row.getString(statements.column("Replica_IO_Running")),
                    row.getString(statements.column("Replica_SQL_Running")),
                    row.getInt("SQL_Delay"),
                    errors.strip(),
                    row.getString("Retrieved_Gtid_Set"),
                    row.getString(statements.column("Relay_Source_Log_File")),
                    row.getLong(statements.column("Exec_Source_Log_Pos")));
        }
    }

    boolean isApplierRunning() {
        return applier.equals("Yes");
    }

    /** Whether the thread that receives has not been stopped; it may still be trying to connect. */
    boolean isLinkStarted() {
        return !link.equals("No");
    }

    boolean isLinkUp() {
        return link.equals("Yes");
    }

    @Override
    public String toString() {
        return "link " + link + ", applier " + applier + ", delay " + delay + " s, last error: "
                + (errors.isEmpty() ? "none" : errors);
    }
}
