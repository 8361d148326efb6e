package io.github.readyourwrites.testcluster;

import java.util.List;

/** The accounts and the database that every server has from the beginning, on the loopback address only. */
final class Accounts {

    static final String ROOT = "root";
    static final String APPLICATION = "app";
    static final String REPLICATION = "repl";
    static final String DATABASE = "shop";

    private Accounts() {}

    /** Statements for {@code --init-file}, one a line. */
    static List<String> statements(ServerVersion version) {
        return List.of(
                create(ROOT, "", version),
                "GRANT ALL ON *.* TO '" + ROOT + "'@'127.0.0.1' WITH GRANT OPTION;",
                create(REPLICATION, REPLICATION, version),
                "GRANT REPLICATION SLAVE ON *.* TO '" + REPLICATION + "'@'127.0.0.1';",
                "CREATE DATABASE " + DATABASE + ";",
                create(APPLICATION, APPLICATION, version),
                "GRANT ALL ON " + DATABASE + ".* TO '" + APPLICATION + "'@'127.0.0.1';");
    }

    private static String create(String user, String password, ServerVersion version) {
        // From 8.4 on the server does not load this plugin unless it is told to, and 9.0 does not have it.
        String plugin = version.isAtLeast(8, 4, 0) ? "caching_sha2_password" : "mysql_native_password";
        return "CREATE USER '" + user + "'@'127.0.0.1' IDENTIFIED WITH " + plugin + " BY '" + password + "';";
    }
}
