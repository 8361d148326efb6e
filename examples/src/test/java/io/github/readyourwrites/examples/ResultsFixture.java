package io.github.readyourwrites.examples;

import java.util.List;

/** Results as a demo could give them. */
final class ResultsFixture {

    static final List<StrategyResult> RESULTS = List.of(
            new StrategyResult("ROUND_ROBIN", 20_000, 5_123, 0, 0.25, 1.5),
            new StrategyResult("STICKY_3_SECONDS", 20_001, 7, 12_345, 0.5, 2.25),
            new StrategyResult("READ_YOUR_WRITES", 12_000, 0, 300, 1234.5678, 301.125));

    private ResultsFixture() {}
}
