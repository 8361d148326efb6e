package io.github.readyourwrites.testcluster;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;

/**
 * A server from its first start to its end: gives it a folder, data and a port, and brings it up again after a crash.
 *
 * <p>Safe for use by several threads.
 */
final class ServerLife {

    private static final int PORTS_TRIED = 5;
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);
    /** Not all of the time there is: what listens on the port may be another program that never answers. */
    private static final Duration ONE_ANSWER = Duration.ofSeconds(2);

    private final Workspace workspace;
    private final Distribution distribution;
    private final ServerOptions options;
    private final Path folder;
    private final ServerProcess process;
    private volatile int port;

    ServerLife(Workspace workspace, Distribution distribution, ServerOptions options) {
        this.workspace = workspace;
        this.distribution = distribution;
        this.options = options;
        folder = workspace.newFolder("server");
        process = new ServerProcess(distribution, folder);
    }

    /** Starts it for the first time and blocks until it answers. */
    void begin() {
        workspace.add(process);
        workspace.template(distribution).copyTo(folder.resolve("data"));
        for (int attempt = 1; ; attempt++) {
            port = workspace.ports().take();
            process.configure(options.with("port", port));
            process.launch();
            if (answers()) {
                return;
            }
            workspace.ports().giveBack(port);
            if (attempt == PORTS_TRIED) {
                throw new MySqlClusterException("Each of " + PORTS_TRIED + " free ports was taken meanwhile");
            }
        }
    }

    /** Starts it again, after ending it, on the same port, and blocks until it answers. */
    synchronized void restart() {
        process.kill();
        process.launch();
        if (!answers()) {
            throw new MySqlClusterException("Another process has taken port " + port + " while the server was down");
        }
    }

    /** Ends it for good and deletes its folder. */
    void end() {
        process.end();
        workspace.remove(process);
        workspace.ports().giveBack(port);
        Folders.delete(folder);
    }

    ServerProcess process() {
        return process;
    }

    boolean usesGtids() {
        return options.usesGtids();
    }

    int port() {
        return port;
    }

    /** A connection of root's whose every answer is awaited for a limited time only. */
    static Connection connect(String url, int timeoutMilliseconds) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", Accounts.ROOT);
        properties.setProperty("password", "");
        properties.setProperty("connectTimeout", Integer.toString(timeoutMilliseconds));
        properties.setProperty("socketTimeout", Integer.toString(timeoutMilliseconds));
        return DriverManager.getConnection(url, properties);
    }

    /** Waits until the server answers; false when its port was taken. */
    private boolean answers() {
        long start = System.nanoTime();
        String reason = "";
        while (System.nanoTime() - start < START.toNanos()) {
            if (process.failedOnPort()) {
                return false;
            }
            if (!process.isRunning()) {
                throw new MySqlClusterException("mysqld ended while starting. " + process.lastLogLines());
            }
            try {
                if (isThisServer()) {
                    return true;
                }
                reason = "another server answers on its port";
            } catch (SQLException ex) {
                reason = String.valueOf(ex.getMessage());
            }
            Waiting.pause(PAUSE);
        }
        throw new MySqlClusterException("mysqld does not answer on port " + port + " after " + START.toSeconds()
                + " s: " + reason + ". " + process.lastLogLines());
    }

    private boolean isThisServer() throws SQLException {
        String url = "jdbc:mysql://127.0.0.1:" + port + "/?sslMode=DISABLED&allowPublicKeyRetrieval=true";
        try (Connection connection = connect(url, (int) ONE_ANSWER.toMillis());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.datadir")) {
            return row.next() && Path.of(row.getString(1)).equals(folder.resolve("data"));
        }
    }
}
