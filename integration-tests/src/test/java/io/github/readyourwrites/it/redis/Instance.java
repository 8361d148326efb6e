package io.github.readyourwrites.it.redis;

import java.util.concurrent.CompletableFuture;

/** An instance of a service: it writes and reads rows in sessions. */
interface Instance {

    /** Opens the session, adds one to the row, closes the session; ends when all that is done. */
    CompletableFuture<Outcome> write(String session, int row);

    /** The same, with a transaction that is committed after the session was closed. */
    CompletableFuture<Outcome> writeOutliving(String session, int row);

    /** Opens the session and reads the row. */
    CompletableFuture<Outcome> read(String session, int row);

    /** How many saves have failed. */
    CompletableFuture<Outcome> failedSaves();

    /**
     * What came of it.
     *
     * @param value of the row, or of the counter; -1 if it failed
     * @param saved whether the session was closed without an error
     * @param reason where a read went and why, or why something failed
     */
    record Outcome(long value, boolean saved, String reason) {

        boolean isFailed() {
            return value < 0;
        }
    }
}
