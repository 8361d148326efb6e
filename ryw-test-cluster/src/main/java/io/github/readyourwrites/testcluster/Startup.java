package io.github.readyourwrites.testcluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/** Waits until a server that has been launched answers. */
final class Startup {

    private static final Duration PAUSE = Duration.ofMillis(20);
    /** Not all of the time there is: what listens on the port may be another program that never answers. */
    private static final Duration ONE_ANSWER = Duration.ofSeconds(2);

    private Startup() {}

    /** What can be seen of a server from outside while it starts. */
    interface Starting {

        boolean isRunning();

        /** Whether the program gave up because another one listens on its port. */
        boolean failedOnPort();

        /** The end of its log, worded to follow a sentence. */
        String lastLogLines();

        /** Whether it is this server that answers, and not another on the same port. */
        boolean isThisServer(Connection connection) throws SQLException;
    }

    /** False when the port was taken. */
    static boolean await(Starting server, String host, int port, Duration limit) {
        long start = System.nanoTime();
        String reason = "";
        while (System.nanoTime() - start < limit.toNanos()) {
            if (server.failedOnPort()) {
                return false;
            }
            if (!server.isRunning()) {
                throw new MySqlClusterException("mysqld ended while starting. " + server.lastLogLines());
            }
            try (Connection connection =
                    Accounts.connectAsAdmin(Accounts.url(host, port, ""), (int) ONE_ANSWER.toMillis())) {
                if (server.isThisServer(connection)) {
                    return true;
                }
                reason = "another server answers on its port";
            } catch (SQLException ex) {
                reason = String.valueOf(ex.getMessage());
            }
            Waiting.pause(PAUSE);
        }
        throw new MySqlClusterException("mysqld does not answer on port " + port + " after " + limit.toSeconds()
                + " s: " + reason + ". " + server.lastLogLines());
    }
}
