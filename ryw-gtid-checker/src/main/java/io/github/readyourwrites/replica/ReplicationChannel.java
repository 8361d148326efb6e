package io.github.readyourwrites.replica;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/**
 * One replication channel of a server as its status tells it, in either spelling (MySQL Reference Manual, "SHOW REPLICA
 * STATUS Statement"). Immutable.
 *
 * @param name the channel, empty for the default one
 * @param sourceUuid {@code server_uuid} of the server it follows, empty until it has been connected
 * @param linkRunning whether the IO thread runs, or tries to connect
 * @param applierRunning whether the SQL thread runs
 * @param lastError what stopped or troubles it, empty if nothing does
 * @param filters the replication filters that are set, such as {@code Replicate_Ignore_DB}
 */
public record ReplicationChannel(
        String name,
        String sourceUuid,
        boolean linkRunning,
        boolean applierRunning,
        String lastError,
        Map<String, String> filters) {

    /** Copies the filters. */
    public ReplicationChannel {
        filters = Map.copyOf(filters);
    }

    static ReplicationChannel of(ResultSet row) throws SQLException {
        ReplicationColumns columns = ReplicationColumns.of(row);
        return new ReplicationChannel(
                columns.text("Channel_Name"),
                columns.sourceUuid(),
                !"No".equals(columns.link()),
                columns.isApplying(),
                columns.lastError(),
                columns.filters());
    }
}
