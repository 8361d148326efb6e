package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VerdictTest {

    @Test
    void staleReadsOfOthersAreNoFailure() {
        assertEquals(Optional.empty(), Verdict.failure(ResultsFixture.RESULTS));
    }

    @Test
    void oneStaleReadIsFailure() {
        String failure = Verdict.failure(List.of(new StrategyResult("READ_YOUR_WRITES", 20_000, 1, 0, 1, 1)))
                .orElseThrow();
        assertEquals("READ_YOUR_WRITES had stale reads: 1", failure);
    }

    @Test
    void tooFewReadsAreFailure() {
        String failure = Verdict.failure(List.of(new StrategyResult("READ_YOUR_WRITES", 9_999, 0, 0, 1, 1)))
                .orElseThrow();
        assertTrue(failure.contains("9999"), failure);
    }
}
