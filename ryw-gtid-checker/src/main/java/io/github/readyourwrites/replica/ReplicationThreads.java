package io.github.readyourwrites.replica;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/**
 * What a replica's own threads are doing, over all of its channels. Immutable.
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
        ReplicationColumns columns = ReplicationColumns.of(row);
        return new ReplicationThreads("Yes".equals(columns.link()), columns.isApplying(), columns.lastError());
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
