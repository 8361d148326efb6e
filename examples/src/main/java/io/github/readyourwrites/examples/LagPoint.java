package io.github.readyourwrites.examples;

import java.util.List;

/**
 * The lag of every replica at one moment.
 *
 * @param at in seconds since the run began
 * @param replicas lag in seconds, by the replicas' numbers
 */
record LagPoint(double at, List<Double> replicas) {

    LagPoint {
        replicas = List.copyOf(replicas);
    }
}
