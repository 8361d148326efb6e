package io.github.readyourwrites.examples;

/**
 * What an answer lacked although the shop had confirmed it to the customer before.
 *
 * @param order the number of the order
 * @param payment whether the order was there and its payment was not
 * @param confirmedNanos when the shop confirmed what is missing, as {@link System#nanoTime()}
 */
record Missed(long order, boolean payment, long confirmedNanos) {}
