package io.github.readyourwrites.testcluster;

import java.time.Duration;

/** Pauses between two looks at a server, which cannot tell us by itself. */
final class Waiting {

    private Waiting() {}

    static void pause(Duration duration) {
        try {
            Thread.sleep(duration.toMillis());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            throw new MySqlClusterException("Interrupted while waiting for a server", ex);
        }
    }
}
