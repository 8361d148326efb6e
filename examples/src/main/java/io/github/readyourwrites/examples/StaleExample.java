package io.github.readyourwrites.examples;

/**
 * A stale read.
 *
 * @param server the name of the server that answered
 * @param payment whether the answer had the order and not its payment; else it had no such order
 * @param confirmedAt when the shop had confirmed what the answer lacked, in seconds since the run began
 * @param readAt when the read began, in seconds since the run began
 */
record StaleExample(long customer, long order, boolean payment, String server, double confirmedAt, double readAt) {

    /** How long before the read the shop had confirmed what the answer lacked, in seconds. */
    double age() {
        return readAt - confirmedAt;
    }
}
