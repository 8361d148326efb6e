package io.github.readyourwrites.loadbalance;

/** Whether commits of the write data source tell their positions, as seen on a connection of its own pool. */
final class TrackerCheck {

    private static final String TRACKER = "io.github.readyourwrites.capture.GtidTracker";

    private TrackerCheck() {}

    static void check(InspectedServer primary, TrackerState tracker, GroupFindings findings) {
        String name = primary.dataSource().name();
        if (!tracker.failure().isEmpty()) {
            findings.warn(
                    primary.place(),
                    "its pool gives no connection: " + tracker.failure(),
                    "correct username and password of `" + name + "`, or the pool's limits");
            return;
        }
        if (!tracker.asked()) {
            return;
        }
        if (!tracker.seen()) {
            boolean named = primary.dataSource().jdbcUrl().contains(TRACKER);
            findings.warn(
                    primary.place(),
                    "no tracker sees its commits, so every read of the group fences: it asks the primary for its position"
                            + " first",
                    named
                            ? "have the plugin and Connector/J loaded by one class loader"
                            : "add queryInterceptors=" + TRACKER + " to the JDBC URL of `" + name + "`");
        } else if (!tracker.isActive()) {
            findings.warn(
                    primary.place(),
                    "session_track_gtids is " + tracker.sessionTrackGtids()
                            + " on its connections, so commits tell no position, and the read after each write fences",
                    "let the connection reach the server unchanged: no proxy and no connectionInitSql that sets"
                            + " session_track_gtids");
        } else if (tracker.oldDriver()) {
            findings.note(
                    primary.place(),
                    "Connector/J before 8.2.0 does not read the position of a write that comes with a message (UPDATE, INSERT"
                            + " of several rows, ALTER), so the read after such a write fences",
                    "use Connector/J 8.2.0 or newer");
        }
    }
}
