package io.github.readyourwrites.examples;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The results as a JSON array with one object per strategy. Names of strategies need no escaping. */
final class SummaryJson {

    private SummaryJson() {}

    static String format(List<StrategyResult> results) {
        return results.stream().map(SummaryJson::format).collect(Collectors.joining(",\n", "[\n", "\n]\n"));
    }

    private static String format(StrategyResult result) {
        return String.format(
                Locale.ROOT,
                "  {\"strategy\": \"%s\", \"reads\": %d, \"staleReads\": %d, \"replicaShare\": %.4f,"
                        + " \"p50Millis\": %.3f, \"p99Millis\": %.3f, \"primaryReads\": %d}",
                result.strategy(),
                result.reads(),
                result.staleReads(),
                result.replicaShare(),
                result.p50Millis(),
                result.p99Millis(),
                result.primaryReads());
    }
}
