package io.github.readyourwrites.examples;

import io.github.readyourwrites.examples.Strategy.Decision;
import java.util.List;

/** Runs as a demo could record them. */
final class RecordingsFixture {

    static final List<Setting> SETTINGS =
            List.of(new Setting("Command", "bin/demo"), new Setting("Odd", "<b> & \"c\""));

    private RecordingsFixture() {}

    /** The last strategy has decisions, the others stale examples. */
    static List<Recording> recordings() {
        return ResultsFixture.RESULTS.stream().map(RecordingsFixture::recording).toList();
    }

    private static Recording recording(StrategyResult result) {
        boolean stale = result.staleReads() > 0;
        long onReplicas = result.reads() - result.primaryReads();
        Interval all = new Interval(
                0,
                2,
                result.primaryReads(),
                List.of(onReplicas / 2, onReplicas - onReplicas / 2),
                result.staleReads(),
                result.p50Millis(),
                result.p99Millis());
        Timeline timeline = new Timeline(
                2.5,
                List.of(new Band("all is <well>", 0, 2.4), new Band("end", 2.4, 2.5)),
                List.of(new LagPoint(0, List.of(0.0, 0.5)), new LagPoint(2.5, List.of(2.5, 0.5))),
                List.of(all, new Interval(2, 2.5, 0, List.of(0L, 0L), 0, 0, 0)),
                stale ? List.of(new StaleExample(17, 17_000_001, true, "replica 1", 1.5, 2.25)) : List.of());
        return new Recording(
                result,
                "Does <this> & that.",
                stale ? List.of() : List.of(new Decision("to a \"replica\"", 9), new Decision("to the primary", 1)),
                timeline);
    }
}
