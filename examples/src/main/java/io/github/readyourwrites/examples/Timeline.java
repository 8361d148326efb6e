package io.github.readyourwrites.examples;

import java.util.List;

/**
 * What happened in one run, over time.
 *
 * @param seconds how long it took
 * @param bands the steps of the script, one after the other
 * @param lag what the replicas lagged
 * @param intervals what the reads did, one interval after the other
 * @param examples for each step with stale reads the most striking one
 */
record Timeline(
        double seconds, List<Band> bands, List<LagPoint> lag, List<Interval> intervals, List<StaleExample> examples) {

    Timeline {
        bands = List.copyOf(bands);
        lag = List.copyOf(lag);
        intervals = List.copyOf(intervals);
        examples = List.copyOf(examples);
    }

    /** Of any replica at any moment, in seconds. */
    double highestLag() {
        return lag.stream()
                .flatMap(each -> each.replicas().stream())
                .mapToDouble(each -> each)
                .max()
                .orElse(0);
    }
}
