package io.github.readyourwrites.testcluster;

/**
 * The statements of replication in the words of a server's version. The only place that knows both spellings.
 *
 * <p>Source: MySQL 8.4 Reference Manual, section 15.4, "Replication Statements". The new words came with 8.0.22
 * ({@code SHOW REPLICA STATUS}), 8.0.23 ({@code CHANGE REPLICATION SOURCE TO}) and 8.2 ({@code SHOW BINARY LOG STATUS}),
 * and the old ones went with 8.4.
 */
record ReplicationStatements(ServerVersion version) {

    String startApplier() {
        return "START " + replica() + " SQL_THREAD";
    }

    String stopApplier() {
        return "STOP " + replica() + " SQL_THREAD";
    }

    String startLink() {
        return "START " + replica() + " IO_THREAD";
    }

    String stopLink() {
        return "STOP " + replica() + " IO_THREAD";
    }

    String status() {
        return "SHOW " + replica() + " STATUS";
    }

    /** The name of a column of {@link #status()}, given in the new words. */
    String column(String name) {
        return isNew() ? name : name.replace("Replica", "Slave").replace("Source", "Master");
    }

    /** Sets how far the applier stays behind on purpose; it must be stopped. */
    String delay(int seconds) {
        return change() + option("DELAY") + "=" + seconds;
    }

    /** Follows a primary by GTIDs. */
    String follow(String host, int port) {
        return source(host, port) + ", " + option("AUTO_POSITION") + "=1";
    }

    /** Follows a primary that has no GTIDs, from the beginning of its first binary log. */
    String followFromStart(String host, int port, String file) {
        return source(host, port) + ", " + option("LOG_FILE") + "='" + file + "', " + option("LOG_POS") + "=4";
    }

    /** Ends following: forgets the primary and what came from it and is not applied; both threads must be stopped. */
    String unfollow() {
        return "RESET " + replica() + " ALL";
    }

    /** Forgets every GTID and removes the binary logs. */
    String resetHistory() {
        return version.isAtLeast(8, 4, 0) ? "RESET BINARY LOGS AND GTIDS" : "RESET MASTER";
    }

    /** The server's own place in its binary log: file and position in the first two columns. */
    String logPosition() {
        return version.isAtLeast(8, 4, 0) ? "SHOW BINARY LOG STATUS" : "SHOW MASTER STATUS";
    }

    private String source(String host, int port) {
        String account = option("HOST") + "='" + host + "', " + option("PORT") + "=" + port + ", " + option("USER")
                + "='" + Accounts.REPLICATION + "', " + option("PASSWORD") + "='" + Accounts.REPLICATION + "'";
        // A second between two attempts to connect, instead of a minute.
        String manners = ", " + option("CONNECT_RETRY") + "=1, " + option("RETRY_COUNT") + "=86400";
        // With caching_sha2_password and no TLS a replica must ask for the key.
        String key = isNew() ? ", GET_SOURCE_PUBLIC_KEY=1" : "";
        return change() + account + manners + key;
    }

    private String change() {
        return isNew() ? "CHANGE REPLICATION SOURCE TO " : "CHANGE MASTER TO ";
    }

    private String option(String name) {
        return (isNew() ? "SOURCE_" : "MASTER_") + name;
    }

    private String replica() {
        return isNew() ? "REPLICA" : "SLAVE";
    }

    private boolean isNew() {
        return version.isAtLeast(8, 0, 23);
    }
}
