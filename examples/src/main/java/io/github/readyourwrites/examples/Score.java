package io.github.readyourwrites.examples;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Counts the reads of one strategy, and keeps them. Thread-safe. */
final class Score {

    private static final double MICROS_PER_MILLI = 1000;

    /** The primary's {@code server_uuid}. */
    private final String primary;

    private final Queue<Read> journal = new ConcurrentLinkedQueue<>();

    private final LongAdder reads = new LongAdder();

    private final LongAdder staleReads = new LongAdder();

    private final LongAdder primaryReads = new LongAdder();

    private final Histogram micros = new ConcurrentHistogram(3);

    Score(String primary) {
        this.primary = primary;
    }

    void add(Read read) {
        journal.add(read);
        reads.increment();
        if (read.isStale()) {
            staleReads.increment();
        }
        if (read.server().equals(primary)) {
            primaryReads.increment();
        }
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(read.nanos()));
    }

    long reads() {
        return reads.sum();
    }

    long staleReads() {
        return staleReads.sum();
    }

    /** Every read so far. */
    List<Read> journal() {
        return List.copyOf(journal);
    }

    StrategyResult result(String strategy) {
        return new StrategyResult(
                strategy, reads.sum(), staleReads.sum(), primaryReads.sum(), percentile(50), percentile(99));
    }

    private double percentile(int percentile) {
        return micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }
}
