package io.github.readyourwrites.testcluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One {@code mysqld} and its folder: option file, data, log, and the number of the running process for the watchdog.
 *
 * <p>Safe for use by several threads.
 */
final class ServerProcess {

    private static final int LOG_LINES_SHOWN = 15;
    private static final Duration INITIALISATION = Duration.ofMinutes(3);
    private static final Duration DEATH = Duration.ofSeconds(20);
    private static final Duration PAUSE = Duration.ofMillis(1);

    private final Distribution distribution;
    private final Path folder;
    private volatile @Nullable Process process;
    private volatile boolean frozen;
    private boolean ended;

    ServerProcess(Distribution distribution, Path folder) {
        this.distribution = distribution;
        this.folder = folder;
    }

    /** Writes the option file. */
    void configure(ServerOptions options) {
        try {
            Files.createDirectories(folder.resolve("tmp"));
            Files.writeString(folder.resolve("my.cnf"), options.toOptionFile(distribution, folder));
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot write the option file in " + folder, ex);
        }
    }

    /** Starts the program and returns at once. Each start begins a new log. */
    synchronized void launch(String... arguments) {
        if (ended) {
            throw new MySqlClusterException("This server has been closed");
        }
        List<String> command = new ArrayList<>();
        // The shell becomes mysqld. It notes its number first, so no moment is left in which the watchdog misses it.
        command.addAll(List.of(
                "/bin/sh", "-c", "echo $$ >\"$0\" && exec \"$@\"", pidFile().toString()));
        command.add(distribution.mysqld().toString());
        command.add("--defaults-file=" + folder.resolve("my.cnf"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectOutput(log().toFile());
        builder.environment().putAll(distribution.environment());
        try {
            process = builder.start();
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot start " + distribution.mysqld(), ex);
        }
    }

    /** Waits until the program has ended by itself without an error. */
    void awaitSuccess() {
        Process current = current();
        try {
            if (!current.waitFor(INITIALISATION.toSeconds(), TimeUnit.SECONDS)) {
                throw new MySqlClusterException("mysqld is not done after " + INITIALISATION + ". " + lastLogLines());
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new MySqlClusterException("Interrupted while mysqld was running", ex);
        }
        if (current.exitValue() != 0) {
            throw new MySqlClusterException(
                    "mysqld ended with exit code " + current.exitValue() + ". " + lastLogLines());
        }
    }

    boolean isRunning() {
        Process current = process;
        return current != null && current.isAlive();
    }

    long pid() {
        return current().pid();
    }

    /** Stops every thread of it where it is, and returns when they stand. */
    void freeze() {
        long pid = pid();
        Shell.signal(pid, "STOP");
        frozen = true;
        long start = System.nanoTime();
        // The signal is delivered while we go on, and a thread may run on for some milliseconds.
        while (!Threads.stand(pid)) {
            if (System.nanoTime() - start > DEATH.toNanos()) {
                throw new MySqlClusterException("Process " + pid + " still runs after kill -STOP");
            }
            Waiting.pause(PAUSE);
        }
    }

    void thaw() {
        frozen = false;
        Shell.signal(pid(), "CONT");
    }

    boolean isFrozen() {
        return frozen;
    }

    /** Ends the process at once, frozen or not, and waits until it is gone; does nothing when it is not running. */
    synchronized void kill() {
        Process current = process;
        if (current == null) {
            return;
        }
        current.destroyForcibly();
        frozen = false;
        boolean interrupted = false;
        try {
            if (!current.waitFor(DEATH.toSeconds(), TimeUnit.SECONDS)) {
                throw new MySqlClusterException("Process " + current.pid() + " is still there after kill -9");
            }
            Files.deleteIfExists(pidFile());
        } catch (InterruptedException ignored) {
            interrupted = true;
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot delete " + pidFile(), ex);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Ends the process for good: it cannot be launched again. */
    synchronized void end() {
        ended = true;
        kill();
    }

    /** Whether the program gave up because another one listens on its port. */
    boolean failedOnPort() {
        return !isRunning() && logText().contains("Do you already have another mysqld server running on port");
    }

    /** The end of the log, worded to follow a sentence. */
    String lastLogLines() {
        return LastLines.of(logText(), LOG_LINES_SHOWN);
    }

    private String logText() {
        try {
            return Files.exists(log()) ? Files.readString(log(), StandardCharsets.ISO_8859_1) : "";
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot read " + log(), ex);
        }
    }

    private Process current() {
        Process result = process;
        if (result == null) {
            throw new IllegalStateException("This server was never started");
        }
        return result;
    }

    private Path log() {
        return folder.resolve("mysqld.log");
    }

    private Path pidFile() {
        return folder.resolve("mysqld.pid");
    }
}
