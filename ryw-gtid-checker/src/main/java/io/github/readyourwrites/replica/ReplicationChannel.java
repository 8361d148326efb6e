package io.github.readyourwrites.replica;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

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
        Map<String, String> columns = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            String value = row.getString(i);
            columns.put(row.getMetaData().getColumnLabel(i), value == null ? "" : value);
        }
        String sqlError = columns.getOrDefault("Last_SQL_Error", "");
        return new ReplicationChannel(
                columns.getOrDefault("Channel_Name", ""),
                first(columns, "Source_UUID", "Master_UUID"),
                !"No".equals(first(columns, "Replica_IO_Running", "Slave_IO_Running")),
                "Yes".equals(first(columns, "Replica_SQL_Running", "Slave_SQL_Running")),
                sqlError.isEmpty() ? columns.getOrDefault("Last_IO_Error", "") : sqlError,
                filters(columns));
    }

    private static String first(Map<String, String> columns, String label, String olderLabel) {
        @Nullable String result = columns.get(label);
        return result == null ? columns.getOrDefault(olderLabel, "") : result;
    }

    private static Map<String, String> filters(Map<String, String> columns) {
        Map<String, String> result = new TreeMap<>();
        columns.forEach((label, value) -> {
            if (label.startsWith("Replicate_") && !label.equals("Replicate_Ignore_Server_Ids") && !value.isEmpty()) {
                result.put(label, value);
            }
        });
        return result;
    }
}
