package io.github.readyourwrites.examples;

import java.util.List;

/**
 * The reads that began in one part of a run.
 *
 * @param from in seconds since the run began
 * @param to in seconds since the run began
 * @param primary reads that the primary served
 * @param replicas reads that each replica served, by the replicas' numbers
 * @param stale reads, of all these, that were stale
 * @param p50Millis half of the reads took no longer; 0 if there were none
 * @param p99Millis 99 of 100 reads took no longer; 0 if there were none
 */
record Interval(
        double from, double to, long primary, List<Long> replicas, long stale, double p50Millis, double p99Millis) {

    Interval {
        replicas = List.copyOf(replicas);
    }

    long reads() {
        return primary + replicas.stream().mapToLong(each -> each).sum();
    }

    double seconds() {
        return to - from;
    }

    double middle() {
        return (from + to) / 2;
    }

    /** Which part of the reads was stale, from 0 to 1; 0 if there were none. */
    double stalePart() {
        return reads() == 0 ? 0 : (double) stale / reads();
    }
}
