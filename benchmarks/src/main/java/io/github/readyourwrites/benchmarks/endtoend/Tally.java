package io.github.readyourwrites.benchmarks.endtoend;

import org.HdrHistogram.Histogram;

/** What was counted of operations. Confined to one thread. */
final class Tally {

    private final Histogram readNanos = new Histogram(3);

    private final Histogram writeNanos = new Histogram(3);

    private long staleReads;

    private long replicaReads;

    private long failures;

    private long late;

    void read(long nanos, boolean stale, boolean fromPrimary) {
        readNanos.recordValue(nanos);
        staleReads += stale ? 1 : 0;
        replicaReads += fromPrimary ? 0 : 1;
    }

    void write(long nanos) {
        writeNanos.recordValue(nanos);
    }

    void failed() {
        failures++;
    }

    /** An operation ended, but not within the time that counts. */
    void late() {
        late++;
    }

    void add(Tally other) {
        readNanos.add(other.readNanos);
        writeNanos.add(other.writeNanos);
        staleReads += other.staleReads;
        replicaReads += other.replicaReads;
        failures += other.failures;
        late += other.late;
    }

    /** How long reads took that gave a value. */
    Histogram readNanos() {
        return readNanos;
    }

    Histogram writeNanos() {
        return writeNanos;
    }

    long reads() {
        return readNanos.getTotalCount();
    }

    long writes() {
        return writeNanos.getTotalCount();
    }

    /** Reads that missed a write of the same user, acknowledged before they began. */
    long staleReads() {
        return staleReads;
    }

    /** Of all reads that gave a value, from 0 to 1. */
    double replicaShare() {
        return reads() == 0 ? 0 : (double) replicaReads / reads();
    }

    /** Operations that ended with an error. */
    long failures() {
        return failures;
    }

    /** All that were begun, whenever and however they ended. */
    long operations() {
        return reads() + writes() + failures + late;
    }
}
