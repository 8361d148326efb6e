package io.github.readyourwrites.examples;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Counts the reads of one strategy. Thread-safe. */
final class Score {

    private static final double MICROS_PER_MILLI = 1000;

    /** The primary's {@code server_uuid}. */
    private final String primary;

    private final LongAdder reads = new LongAdder();

    private final LongAdder staleReads = new LongAdder();

    private final LongAdder primaryReads = new LongAdder();

    private final Histogram micros = new ConcurrentHistogram(3);

    Score(String primary) {
        this.primary = primary;
    }

    /** Counts a read, by the {@code server_uuid} of the server that answered it. */
    void add(String server, boolean stale, long nanos) {
        reads.increment();
        if (stale) {
            staleReads.increment();
        }
        if (server.equals(primary)) {
            primaryReads.increment();
        }
        micros.recordValue(TimeUnit.NANOSECONDS.toMicros(nanos));
    }

    long reads() {
        return reads.sum();
    }

    long staleReads() {
        return staleReads.sum();
    }

    StrategyResult result(String strategy) {
        return new StrategyResult(
                strategy, reads.sum(), staleReads.sum(), primaryReads.sum(), percentile(50), percentile(99));
    }

    private double percentile(int percentile) {
        return micros.getValueAtPercentile(percentile) / MICROS_PER_MILLI;
    }
}
