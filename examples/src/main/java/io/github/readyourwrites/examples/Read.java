package io.github.readyourwrites.examples;

import org.jspecify.annotations.Nullable;

/**
 * A read of one customer that was checked.
 *
 * @param server the {@code server_uuid} of the server that answered
 * @param beganNanos when it began, as {@link System#nanoTime()}
 * @param nanos how long it took
 * @param missed what the answer lacked, null if it was fresh
 */
record Read(
        long customer,
        String server,
        long beganNanos,
        long nanos,
        @Nullable Missed missed) {

    boolean isStale() {
        return missed != null;
    }
}
