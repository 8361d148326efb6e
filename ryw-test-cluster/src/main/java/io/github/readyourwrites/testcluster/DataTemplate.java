package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An initialised data folder with accounts and database, made once and copied for each server: initialising takes
 * seconds, copying does not. Nothing in it has a GTID, so every server starts with an empty history.
 */
final class DataTemplate {

    private final Path data;

    private DataTemplate(Path data) {
        this.data = data;
    }

    /** Runs {@code mysqld --initialize-insecure}; blocks for seconds. */
    static DataTemplate create(Workspace workspace, Distribution distribution) {
        Path folder = workspace.newFolder("template");
        ServerOptions options =
                ServerOptions.forInitialising(distribution.version()).with("init_file", folder.resolve("init.sql"));
        ServerProcess process = new ServerProcess(distribution, folder);
        workspace.add(process);
        try {
            Files.createDirectories(folder);
            Files.write(folder.resolve("init.sql"), Accounts.statements(distribution.version(), "127.0.0.1"));
            process.configure(options);
            process.launch("--initialize-insecure");
            process.awaitSuccess();
            Files.deleteIfExists(folder.resolve("data/auto.cnf"));
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot prepare " + folder, ex);
        } finally {
            process.end();
            workspace.remove(process);
        }
        return new DataTemplate(folder.resolve("data"));
    }

    /** Makes the data folder of a new server, which will give itself a {@code server_uuid} of its own. */
    void copyTo(Path target) {
        Folders.copy(data, target);
    }
}
