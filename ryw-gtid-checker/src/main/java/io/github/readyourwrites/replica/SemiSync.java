package io.github.readyourwrites.replica;

/** Whether a primary's commits wait until a replica has received them (MySQL Reference Manual, "Semisynchronous Replication"). */
public enum SemiSync {

    /** Not known yet, or no longer. */
    UNKNOWN,

    /** The plugin is not there, or switched off. */
    OFF,

    /** Commits wait for a replica, and are visible to others only then ({@code AFTER_SYNC}). */
    ON,

    /**
     * Commits wait for a replica, but others see them before that ({@code AFTER_COMMIT}): after a failover what was seen
     * may be gone.
     */
    ON_AFTER_COMMIT,

    /** Switched on, and not in effect: no replica acknowledged in time, so commits do not wait. */
    DEGRADED;

    /**
     * From a server's variables, in either spelling.
     *
     * @param enabled {@code rpl_semi_sync_source_enabled}, or {@code …_master_…}; empty if the server does not know it
     * @param status {@code Rpl_semi_sync_source_status}
     * @param waitPoint {@code rpl_semi_sync_source_wait_point}
     */
    static SemiSync of(String enabled, String status, String waitPoint) {
        if (!isOn(enabled)) {
            return OFF;
        }
        if (!isOn(status)) {
            return DEGRADED;
        }
        return waitPoint.equalsIgnoreCase("AFTER_COMMIT") ? ON_AFTER_COMMIT : ON;
    }

    private static boolean isOn(String value) {
        return value.equalsIgnoreCase("ON") || value.equals("1");
    }
}
