package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What all clusters of this JVM share: one private folder, the unpacked MySQL versions, their initialised data, the ports given
 * away. The only static state of this module.
 *
 * <p>The folder and the servers in it end with the JVM: by a shutdown hook, and by the {@link Watchdog} where no hook
 * runs. Safe for use by several threads.
 */
final class Workspace {

    private static @Nullable Workspace instance;

    private final Path folder;
    private final Ports ports = new Ports();
    private final AtomicInteger numbers = new AtomicInteger();
    private final Set<ServerProcess> processes = ConcurrentHashMap.newKeySet();
    private final Map<MySqlChoice, Distribution> distributions = new HashMap<>();
    private final Map<Path, DataTemplate> templates = new HashMap<>();
    private volatile boolean ended;

    private Workspace(Path folder) {
        this.folder = folder;
    }

    static synchronized Workspace get() {
        Workspace result = instance;
        if (result == null) {
            result = create();
            instance = result;
        }
        return result;
    }

    private static Workspace create() {
        try {
            // Java gives it mode 0700. The real path, since mysqld reports its folders with links resolved.
            Path folder = Files.createTempDirectory("ryw-mysql-").toRealPath();
            Watchdog.watch(folder);
            Workspace result = new Workspace(folder);
            Runtime.getRuntime().addShutdownHook(new Thread(result::end, "ryw-test-cluster-end"));
            return result;
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot create a folder for MySQL", ex);
        }
    }

    /** The MySQL to run; a bundled one is unpacked at the first call. */
    synchronized Distribution distribution(MySqlChoice choice) {
        return distributions.computeIfAbsent(choice, key -> Distribution.locate(key, newFolder("program")));
    }

    /** The data to copy; initialised at the first call, which takes seconds. */
    synchronized DataTemplate template(Distribution distribution) {
        return templates.computeIfAbsent(distribution.home(), key -> DataTemplate.create(this, distribution));
    }

    Ports ports() {
        return ports;
    }

    /** The path of a folder that no other call gets; it is not created. */
    Path newFolder(String purpose) {
        return folder.resolve(numbers.incrementAndGet() + "-" + purpose);
    }

    /** Notes a server to be ended with the JVM; call it before the server is launched. */
    void add(ServerProcess process) {
        processes.add(process);
        if (ended) {
            throw new MySqlClusterException("The JVM is shutting down");
        }
    }

    void remove(ServerProcess process) {
        processes.remove(process);
    }

    private void end() {
        ended = true;
        processes.forEach(ServerProcess::end);
        Folders.delete(folder);
    }
}
