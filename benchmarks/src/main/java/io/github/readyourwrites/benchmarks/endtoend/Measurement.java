package io.github.readyourwrites.benchmarks.endtoend;

import java.util.ArrayList;
import java.util.List;

/** All slices of one strategy in one situation and one model. Confined to one thread. */
final class Measurement {

    private final Tally tally = new Tally();

    private final List<Double> readsPerSecond = new ArrayList<>();

    private double seconds;

    private long primaryStatements;

    private long cpuNanos;

    /** Adds one slice. */
    void add(Tally slice, double seconds, long primaryStatements, long cpuNanos) {
        tally.add(slice);
        readsPerSecond.add(slice.reads() / seconds);
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
