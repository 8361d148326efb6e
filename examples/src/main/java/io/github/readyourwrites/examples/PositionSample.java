package io.github.readyourwrites.examples;

import java.util.List;

/**
 * How many transactions each server had executed, asked at about one moment: the replicas first.
 *
 * @param nanos just before the question, as {@link System#nanoTime()}
 * @param replicas by their numbers
 */
record PositionSample(long nanos, long primary, List<Long> replicas) {

    PositionSample {
        replicas = List.copyOf(replicas);
    }
}
