package io.github.readyourwrites.examples;

import java.util.List;
import java.util.Locale;

/** The results as a table of text. */
final class ResultTable {

    private ResultTable() {}

    static String format(List<StrategyResult> results) {
        StringBuilder result = new StringBuilder(String.format(
                "%-18s %9s %12s %12s %9s %9s %14s%n",
                "strategy", "reads", "stale reads", "on replicas", "p50 ms", "p99 ms", "primary reads"));
        for (StrategyResult each : results) {
            result.append(String.format(
                    Locale.ROOT,
                    "%-18s %9d %12d %11.1f%% %9.2f %9.2f %14d%n",
                    each.strategy(),
                    each.reads(),
                    each.staleReads(),
                    100 * each.replicaShare(),
                    each.p50Millis(),
                    each.p99Millis(),
                    each.primaryReads()));
        }
        return result.toString();
    }
}
