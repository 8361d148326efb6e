package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.capture.TrackedStatements;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/**
 * What a connection of the application's own pool showed of the tracker. Immutable.
 *
 * @param asked whether the pool gave a connection
 * @param seen whether this class loader's tracker saw a statement on it
 * @param sessionTrackGtids {@code @@SESSION.session_track_gtids} there, empty if unknown
 * @param oldDriver whether Connector/J is older than 8.2.0: it takes the position for a part of the message that comes with
 *     it, so that an UPDATE, say, tells none
 * @param failure why there is no answer, empty if there is one
 */
record TrackerState(boolean asked, boolean seen, String sessionTrackGtids, boolean oldDriver, String failure) {

    /** Nobody has asked. */
    static final TrackerState UNKNOWN = new TrackerState(false, false, "", false, "");

    private static final String ASK = "/* ryw-monitor */ SELECT @@SESSION.session_track_gtids";

    /** Runs one statement that changes nothing. Blocks as long as the pool does. */
    static TrackerState of(DataSource pool) {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement()) {
            long before = TrackedStatements.onThisThread();
            try (ResultSet row = statement.executeQuery(ASK)) {
                row.next();
                return new TrackerState(
                        true,
                        TrackedStatements.onThisThread() != before,
                        String.valueOf(row.getString(1)),
                        isOld(connection.getMetaData()),
                        "");
            }
        } catch (SQLException ex) {
            return new TrackerState(false, false, "", false, String.valueOf(ex.getMessage()));
        }
    }

    private static boolean isOld(DatabaseMetaData driver) {
        int major = driver.getDriverMajorVersion();
        return major < 8 || (major == 8 && driver.getDriverMinorVersion() < 2);
    }

    /** Whether commits tell their positions. */
    boolean isActive() {
        return seen && sessionTrackGtids.equals("OWN_GTID");
    }
}
