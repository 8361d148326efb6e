package io.github.readyourwrites.examples;

import java.util.List;

/**
 * How many transactions each server had executed: the replicas were asked first, then the primary.
 *
 * @param askedNanos before the first question, as {@link System#nanoTime()}
 * @param answeredNanos after the last answer, as {@link System#nanoTime()}
 * @param replicas by their numbers
 */
record PositionSample(long askedNanos, long answeredNanos, long primary, List<Long> replicas) {

    PositionSample {
        replicas = List.copyOf(replicas);
    }
}
