package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ScoreTest {

    @Test
    void countsReadsByServerAndFreshness() {
        Score score = new Score("primary");
        for (int i = 1; i <= 100; i++) {
            score.add(read(i <= 25 ? "primary" : "replica", i > 90, TimeUnit.MILLISECONDS.toNanos(i)));
        }
        StrategyResult result = score.result("ANY");
        assertEquals("ANY", result.strategy());
        assertEquals(100, result.reads());
        assertEquals(10, result.staleReads());
        assertEquals(25, result.primaryReads());
        assertEquals(0.75, result.replicaShare());
        assertEquals(50, result.p50Millis(), 0.1);
        assertEquals(99, result.p99Millis(), 0.1);
        assertEquals(100, score.journal().size());
    }

    @Test
    void noReadIsNoShare() {
        StrategyResult result = new Score("primary").result("ANY");
        assertEquals(0, result.replicaShare());
        assertEquals(0, result.p99Millis());
    }

    @Test
    void refusesMoreThanAll() {
        assertThrows(IllegalArgumentException.class, () -> new StrategyResult("ANY", 1, 2, 0, 0, 0));
        assertThrows(IllegalArgumentException.class, () -> new StrategyResult("ANY", 1, 0, 2, 0, 0));
    }

    private static Read read(String server, boolean stale, long nanos) {
        return new Read(1, server, 0, nanos, stale ? new Missed(1, false, 0) : null);
    }
}
