package io.github.readyourwrites.testcluster;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Runs short commands. */
final class Shell {

    private static final File DEV_NULL = new File("/dev/null");

    private Shell() {}

    /** How a command ended: its exit code, and what it wrote to both of its outputs. */
    record Outcome(int exitCode, String output) {}

    /** Runs a command to its end. */
    static Outcome run(Map<String, String> environment, String... command) {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectInput(Redirect.from(DEV_NULL));
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Outcome(waitFor(process), output.strip());
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot run " + String.join(" ", command), ex);
        }
    }

    /** Sends a signal; {@code kill} is a part of every shell, but not every system has it as a program. */
    static void signal(long pid, String signal) {
        Outcome outcome = run(Map.of(), "/bin/sh", "-c", "kill -" + signal + " " + pid);
        if (outcome.exitCode() != 0) {
            throw new MySqlClusterException("Cannot send " + signal + " to process " + pid + ": " + outcome.output());
        }
    }

    static int waitFor(Process process) {
        try {
            return process.waitFor();
        } catch (InterruptedException ex) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new MySqlClusterException("Interrupted while waiting for process " + process.pid(), ex);
        }
    }
}
