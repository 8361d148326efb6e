package io.github.readyourwrites.benchmarks.waiting;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Latencies of one kind, in rounds: a machine's bad moments spoil one round and not the others. Not thread-safe. */
final class Latencies {

    private static final long LONGEST_NANOS = 60_000_000_000L;

    private final String name;

    private final List<Histogram> rounds = new ArrayList<>();

    Latencies(String name) {
        this.name = name;
    }

    void beginRound() {
        rounds.add(new Histogram(LONGEST_NANOS, 3));
    }

    /** Records how long something took that began at {@code start} and ends now. */
    void recordSince(long start) {
        record(System.nanoTime() - start);
    }

    /** Records a duration; what ended before it was seen to begin counts as 0. */
    void record(long nanos) {
        rounds.get(rounds.size() - 1).recordValue(Math.min(Math.max(nanos, 0), LONGEST_NANOS));
    }

    long count() {
        return rounds.stream().mapToLong(Histogram::getTotalCount).sum();
    }

    /** The median over the rounds of a percentile. */
    double milliseconds(double percentile) {
        return median(rounds.stream()
                .map(each -> each.getValueAtPercentile(percentile) / 1e6)
                .toList());
    }

    /** The median over the rounds of the ratio of medians. */
    double ratioTo(Latencies other) {
        List<Double> result = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i++) {
            result.add(rounds.get(i).getValueAtPercentile(50)
                    / (double) other.rounds.get(i).getValueAtPercentile(50));
        }
        return median(result);
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    static String header() {
        return "%-54s %8s %8s %8s %8s".formatted("milliseconds, median of rounds", "count", "p50", "p90", "p99");
    }

    @Override
    public String toString() {
        return "%-54s %8d %8.3f %8.3f %8.3f"
                .formatted(name, count(), milliseconds(50), milliseconds(90), milliseconds(99));
    }
}
