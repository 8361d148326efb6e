package io.github.readyourwrites.replica;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * A heartbeat table and its statements. Immutable.
 *
 * @param name the quoted name; empty where the URL of the write data source names no schema, so there is none
 * @param own whether the plugin writes it, rather than something in the manner of pt-heartbeat
 */
record HeartbeatTable(String name, boolean own) {

    static final String OWN_NAME = "ryw_heartbeat";

    private static final String MARK = "/* ryw-monitor */ ";

    private static final String POSITION = "@@GLOBAL.gtid_executed, @@GLOBAL.server_uuid, @@GLOBAL.read_only";

    /**
     * The table that is meant.
     *
     * @param configured {@code heartbeat-table}; empty for the plugin's own
     * @param schema of the write data source, empty if its URL names none
     */
    static HeartbeatTable of(String configured, String schema) {
        boolean own = configured.isEmpty();
        String name = own ? OWN_NAME : configured;
        if (name.indexOf('.') < 0) {
            name = schema.isEmpty() ? "" : schema + "." + name;
        }
        return new HeartbeatTable(quoted(name), own);
    }

    private static String quoted(String name) {
        return name.isEmpty()
                ? ""
                : Arrays.stream(name.split("\\.", 2))
                        .map(each -> "`" + each.replace("`", "``") + "`")
                        .collect(Collectors.joining("."));
    }

    /** What an administrator would have to type. */
    String ddl() {
        return "CREATE TABLE " + name + " (id TINYINT PRIMARY KEY, at DATETIME(6) NOT NULL)";
    }

    String create() {
        // A statement that finds the table there would be one more transaction in the binary log.
        return MARK + ddl();
    }

    String look() {
        return MARK + "SELECT 1 FROM " + name + " LIMIT 0";
    }

    static String readPosition() {
        return MARK + "SELECT " + POSITION;
    }

    /** The stamp is compared as a text with the one before and never with a clock: with any zone it moves or does not. */
    String read() {
        return own
                ? MARK + "SELECT " + POSITION
                        + ", h.at, TIMESTAMPDIFF(MICROSECOND, h.at, UTC_TIMESTAMP(6)) FROM (SELECT 1) AS one LEFT JOIN "
                        + name + " h ON h.id = 1"
                : MARK + "SELECT " + POSITION + ", (SELECT MAX(ts) FROM " + name + "), NULL";
    }

    /** Of many that try at once one changes the row; a row from the future is one that a clock set back has left. */
    String write() {
        return MARK + "UPDATE " + name + " SET at = UTC_TIMESTAMP(6) WHERE id = 1"
                + " AND (at <= UTC_TIMESTAMP(6) - INTERVAL ? MICROSECOND OR at > UTC_TIMESTAMP(6) + INTERVAL ? MICROSECOND)";
    }

    String insert() {
        return MARK + "INSERT IGNORE INTO " + name + " VALUES (1, UTC_TIMESTAMP(6))";
    }
}
