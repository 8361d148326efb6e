package io.github.readyourwrites.testcluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A server that is a process of this machine, from its first start to its end: gives it a folder, data and a port, and
 * brings it up again after a crash.
 */
final class LocalServer implements ServerHost, Startup.Starting {

    private static final String HOST = "127.0.0.1";
    private static final int PORTS_TRIED = 5;
    private static final Duration START = Duration.ofSeconds(60);

    private final Workspace workspace;
    private final DataTemplate template;
    private final Path folder;
    private final Path data;
    private final Path saved;
    private final ServerProcess process;
    private volatile ServerOptions options;
    private volatile int port;

    LocalServer(LocalInstallation installation, ServerOptions options) {
        this.options = options;
        workspace = installation.workspace();
        template = installation.template();
        folder = workspace.newFolder("server");
        data = folder.resolve("data");
        saved = folder.resolve("saved");
        process = new ServerProcess(installation.distribution(), folder);
    }

    @Override
    public void begin() {
        workspace.add(process);
        template.copyTo(data);
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

    @Override
    public synchronized void restart() {
        process.kill();
        process.launch();
        if (!answers()) {
            throw new MySqlClusterException("Another process has taken port " + port + " while the server was down");
        }
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void freeze() {
        process.freeze();
    }

    @Override
    public void thaw() {
        process.thaw();
    }

    @Override
    public boolean isFrozen() {
        return process.isFrozen();
    }

    @Override
    public boolean isRunning() {
        return process.isRunning();
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String innerHost() {
        return HOST;
    }

    @Override
    public int innerPort() {
        return port;
    }

    @Override
    public boolean usesGtids() {
        return options.usesGtids();
    }

    @Override
    public synchronized void configure(String name, String value) {
        options = options.with(name, value);
        process.configure(options.with("port", port));
    }

    @Override
    public synchronized void wipe() {
        process.kill();
        Folders.delete(data);
        template.copyTo(data);
    }

    @Override
    public synchronized void seedFrom(ServerHost other) {
        process.kill();
        Folders.delete(data);
        ((LocalServer) other).copyData(data);
        // It holds the server_uuid, of which there may be only one.
        Folders.delete(data.resolve("auto.cnf"));
    }

    @Override
    public synchronized void saveState() {
        Folders.delete(saved);
        copyData(saved);
    }

    @Override
    public synchronized void restoreState() {
        if (!Files.exists(saved)) {
            throw new MySqlClusterException("No state was saved to which the server could go back");
        }
        process.kill();
        Folders.delete(data);
        Folders.copy(saved, data);
    }

    @Override
    public void end() {
        process.end();
        workspace.remove(process);
        workspace.ports().giveBack(port);
        Folders.delete(folder);
    }

    @Override
    public boolean failedOnPort() {
        return process.failedOnPort();
    }

    @Override
    public String lastLogLines() {
        return process.lastLogLines();
    }

    @Override
    public boolean isThisServer(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.datadir")) {
            return row.next() && Path.of(row.getString(1)).equals(data);
        }
    }

    private boolean answers() {
        return Startup.await(this, HOST, port, START);
    }

    /** What a crash at this moment would leave: nothing writes to a file while the process stands still. */
    private void copyData(Path target) {
        boolean stands = !process.isRunning() || process.isFrozen();
        if (stands) {
            Folders.copy(data, target);
            return;
        }
        process.freeze();
        try {
            Folders.copy(data, target);
        } finally {
            process.thaw();
        }
    }
}
