package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * One replication channel of a server, in either spelling of the statement (SHOW SLAVE STATUS until 8.3, SHOW REPLICA
 * STATUS since 8.0.22).
 *
 * @param applierRunning whether the SQL thread runs
 * @param retrieved GTIDs that the relay log holds or held
 */
record ReplicaStatus(boolean applierRunning, GtidSet retrieved) {

    private static final int ACCESS_DENIED = 1227;

    /** The statement that this connection's server knows. */
    static String statement(Connection connection) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        return "/* ryw-monitor */ SHOW " + (sinceReplicaSpelling(metaData) ? "REPLICA" : "SLAVE") + " STATUS";
    }

    private static boolean sinceReplicaSpelling(DatabaseMetaData metaData) throws SQLException {
        int major = metaData.getDatabaseMajorVersion();
        int minor = metaData.getDatabaseMinorVersion();
        if (major != 8 || minor != 0) {
            return major >= 8;
        }
        String[] parts = metaData.getDatabaseProductVersion().split("[.-]", 4);
        return parts.length > 2 && Integer.parseInt(parts[2].replaceAll("\\D.*", "")) >= 22;
    }

    static ReplicaStatus of(ResultSet row) throws SQLException {
        ReplicationColumns columns = ReplicationColumns.of(row);
        return new ReplicaStatus(columns.isApplying(), GtidSet.parse(columns.text("Retrieved_Gtid_Set")));
    }

    /** Whether the account may not see the status (it lacks REPLICATION CLIENT). */
    static boolean isDenied(SQLException ex) {
        return ex.getErrorCode() == ACCESS_DENIED;
    }
}
