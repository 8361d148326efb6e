package io.github.readyourwrites.testcluster;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;

/** The accounts and the database that every server has from the beginning. */
final class Accounts {

    static final String ROOT = "root";
    static final String APPLICATION = "app";
    static final String REPLICATION = "repl";
    static final String DATABASE = "shop";

    private Accounts() {}

    /**
     * The statements that make them, one an element, each with its semicolon.
     *
     * @param from the hosts from which they may connect, as MySQL writes them
     */
    static List<String> statements(ServerVersion version, String from) {
        return List.of(
                create(ROOT, "", version, from),
                "GRANT ALL ON *.* TO '" + ROOT + "'@'" + from + "' WITH GRANT OPTION;",
                create(REPLICATION, REPLICATION, version, from),
                "GRANT REPLICATION SLAVE ON *.* TO '" + REPLICATION + "'@'" + from + "';",
                "CREATE DATABASE " + DATABASE + ";",
                create(APPLICATION, APPLICATION, version, from),
                "GRANT ALL ON " + DATABASE + ".* TO '" + APPLICATION + "'@'" + from + "';");
    }

    /** A Connector/J URL without account; each of {@code params} is {@code key=value}. */
    static String url(String host, int port, String database, String... params) {
        StringBuilder result = new StringBuilder("jdbc:mysql://" + host + ":" + port + "/" + database
                + "?sslMode=DISABLED&allowPublicKeyRetrieval=true");
        for (String each : params) {
            result.append('&').append(each);
        }
        return result.toString();
    }

    /** A connection of root's whose every answer is awaited for a limited time only. */
    static Connection connectAsAdmin(String url, int timeoutMilliseconds) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", ROOT);
        properties.setProperty("password", "");
        properties.setProperty("connectTimeout", Integer.toString(timeoutMilliseconds));
        properties.setProperty("socketTimeout", Integer.toString(timeoutMilliseconds));
        return DriverManager.getConnection(url, properties);
    }

    private static String create(String user, String password, ServerVersion version, String from) {
        // From 8.4 on the server does not load this plugin unless it is told to, and 9.0 does not have it.
        String plugin = version.isAtLeast(8, 4, 0) ? "caching_sha2_password" : "mysql_native_password";
        // The official image has made root already.
        return "CREATE USER IF NOT EXISTS '" + user + "'@'" + from + "' IDENTIFIED WITH " + plugin + " BY '" + password
                + "';";
    }
}
