package io.github.readyourwrites.examples;

import java.util.List;
import java.util.Optional;

/** Whether the results keep the promise. */
final class Verdict {

    /** Fewer reads than this prove nothing. */
    static final long MINIMUM_READS = 10_000;

    private Verdict() {}

    /** What is wrong, or nothing. */
    static Optional<String> failure(List<StrategyResult> results) {
        StrategyResult result = results.stream()
                .filter(each -> each.strategy().equals(ReadYourWrites.NAME))
                .findFirst()
                .orElseThrow();
        if (result.staleReads() > 0) {
            return Optional.of(ReadYourWrites.NAME + " had stale reads: " + result.staleReads());
        }
        if (result.reads() < MINIMUM_READS) {
            return Optional.of(ReadYourWrites.NAME + " made only " + result.reads() + " reads of at least "
                    + MINIMUM_READS + ": this machine is too slow, or too busy, for the demo");
        }
        return Optional.empty();
    }
}
