package io.github.readyourwrites.testcluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A small shell process that outlives this JVM and cleans up after it, even when the JVM was killed.
 *
 * <p>It holds the reading end of a pipe from the JVM. The system closes the writing end whichever way the JVM ends, and
 * then the process ends every server whose {@code mysqld.pid} it finds in the folder and removes the folder.
 */
final class Watchdog {

    private Watchdog() {}

    /** Starts watching over a folder; there is nothing to stop, the end of this JVM is the end of it. */
    static void watch(Path folder) {
        // A session of its own: a signal to the JVM's process group must not end the watchdog too.
        String start = "if command -v setsid >/dev/null; then exec setsid sh -c \"$0\" watchdog \"$1\";"
                + " else exec sh -c \"$0\" watchdog \"$1\"; fi";
        try {
            new ProcessBuilder("/bin/sh", "-c", start, script(), folder.toString())
                    .directory(Path.of("/").toFile())
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(Redirect.DISCARD)
                    .start();
        } catch (IOException ex) {
            throw new UncheckedIOException("Cannot start the process that cleans up after a killed JVM", ex);
        }
    }

    private static String script() throws IOException {
        try (InputStream stream = Watchdog.class.getResourceAsStream("watchdog.sh")) {
            if (stream == null) {
                throw new IOException("The resource watchdog.sh is missing");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
