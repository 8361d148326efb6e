package io.github.readyourwrites.benchmarks.endtoend;

import java.util.ArrayList;
import java.util.List;

/** All slices of one strategy in one situation and one model. Confined to one thread. */
final class Measurement {

    private final Tally tally = new Tally();

    private final List<Double> readsPerSecond = new ArrayList<>();

    private final List<Double> sustainedReadsPerSecond = new ArrayList<>();

    private double seconds;

    private long primaryStatements;

    private long cpuNanos;

    /**
     * Adds one slice.
     *
     * @param settled seconds from its beginning until the replicas had what it wrote
     */
    void add(Tally slice, double seconds, double settled, long primaryStatements, long cpuNanos) {
        tally.add(slice);
        readsPerSecond.add(slice.reads() / seconds);
        sustainedReadsPerSecond.add(slice.reads() / settled);
        this.seconds += seconds;
        this.primaryStatements += primaryStatements;
        this.cpuNanos += cpuNanos;
    }

    /** Of all slices. */
    Tally tally() {
        return tally;
    }

    /** By round. */
    List<Double> readsPerSecond() {
        return List.copyOf(readsPerSecond);
    }

    /** By round; the time in which the replicas catch up with the slice counts, too. */
    List<Double> sustainedReadsPerSecond() {
        return List.copyOf(sustainedReadsPerSecond);
    }

    double meanReadsPerSecond() {
        return tally.reads() / seconds;
    }

    double meanWritesPerSecond() {
        return tally.writes() / seconds;
    }

    /** Sent to the primary by whomever, for each operation. */
    double primaryStatementsPerOperation() {
        return (double) primaryStatements / operations();
    }

    /** Of this process, for each operation. */
    double cpuMicrosPerOperation() {
        return cpuNanos / 1e3 / operations();
    }

    private long operations() {
        return Math.max(1, tally.operations());
    }
}
