package io.github.readyourwrites.replica;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.TreeMap;

/**
 * One replication channel's row of SHOW REPLICA STATUS or SHOW SLAVE STATUS, by names that do not depend on the spelling
 * (MySQL Reference Manual, "SHOW REPLICA STATUS Statement"). Immutable.
 */
final class ReplicationColumns {

    private final Map<String, String> values;

    private ReplicationColumns(Map<String, String> values) {
        this.values = values;
    }

    /** Of the row that {@code row} stands on. */
    static ReplicationColumns of(ResultSet row) throws SQLException {
        Map<String, String> result = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            String value = row.getString(i);
            result.put(row.getMetaData().getColumnLabel(i), value == null ? "" : value);
        }
        return new ReplicationColumns(result);
    }

    /** The column's text, empty if it is NULL or not there. */
    String text(String label) {
        return values.getOrDefault(label, "");
    }

    /** The state of the thread that receives: Yes, No, or Connecting. */
    String link() {
        return either("Replica_IO_Running", "Slave_IO_Running");
    }

    /** Whether the thread that applies runs. */
    boolean isApplying() {
        return "Yes".equals(either("Replica_SQL_Running", "Slave_SQL_Running"));
    }

    /** {@code server_uuid} of the server that it follows, empty until it has been connected. */
    String sourceUuid() {
        return either("Source_UUID", "Master_UUID");
    }

    /** What stopped or troubles it, empty if nothing does. */
    String lastError() {
        String result = text("Last_SQL_Error");
        return result.isEmpty() ? text("Last_IO_Error") : result;
    }

    /** The replication filters that are set, such as {@code Replicate_Ignore_DB}. */
    Map<String, String> filters() {
        Map<String, String> result = new TreeMap<>();
        values.forEach((label, value) -> {
            if (label.startsWith("Replicate_") && !label.equals("Replicate_Ignore_Server_Ids") && !value.isEmpty()) {
                result.put(label, value);
            }
        });
        return result;
    }

    private String either(String label, String olderLabel) {
        return values.containsKey(label) ? text(label) : text(olderLabel);
    }
}
