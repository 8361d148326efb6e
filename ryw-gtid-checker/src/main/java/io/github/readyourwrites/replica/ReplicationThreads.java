package io.github.readyourwrites.replica;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a replica's own threads are doing, over all of its channels, in either spelling (MySQL Reference Manual, "SHOW
 * REPLICA STATUS Statement"). Immutable.
 *
 * @param linked whether every channel is connected to its source
 * @param applying whether every channel's applier runs
 * @param trouble the last error of those that are not, or empty
 */
record ReplicationThreads(boolean linked, boolean applying, String trouble) {

    /**
     * Asks a server, with the statement that {@link ReplicaStatus#statement} names.
     *
     * @return null if it follows no server
     */
    static @Nullable ReplicationThreads ask(Statement statement, String sql) throws SQLException {
        @Nullable ReplicationThreads result = null;
        try (ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                ReplicationThreads channel = of(row);
                result = result == null ? channel : result.and(channel);
            }
        }
        return result;
    }

    private static ReplicationThreads of(ResultSet row) throws SQLException {
        Set<String> columns = new HashSet<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
            columns.add(row.getMetaData().getColumnLabel(i).toLowerCase(Locale.ROOT));
        }
        String prefix = columns.contains("replica_io_running") ? "Replica" : "Slave";
        String sqlError = text(row, "Last_SQL_Error");
        return new ReplicationThreads(
                "Yes".equals(row.getString(prefix + "_IO_Running")),
                "Yes".equals(row.getString(prefix + "_SQL_Running")),
                sqlError.isEmpty() ? text(row, "Last_IO_Error") : sqlError);
    }

    private static String text(ResultSet row, String column) throws SQLException {
        String result = row.getString(column);
        return result == null ? "" : result;
    }

    private ReplicationThreads and(ReplicationThreads other) {
        return new ReplicationThreads(
                linked && other.linked, applying && other.applying, trouble.isEmpty() ? other.trouble : trouble);
    }

    /** Whether everything runs that has to. */
    boolean run() {
        return linked && applying;
    }

    @Override
    public String toString() {
        String result = (linked ? "linked" : "not linked") + ", " + (applying ? "applying" : "not applying");
        return trouble.isEmpty() ? result : result + " (" + trouble + ")";
    }
}
