package io.github.readyourwrites.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StatementBudgetTest {

    private static final int PER_SECOND = 200;

    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(5);

    private final StatementBudget budget = new StatementBudget(PER_SECOND, 0);

    @Test
    void holdsBackWhatExceedsTheRate() {
        for (int i = 1; i <= 2 * PER_SECOND; i++) {
            assertEquals(i * INTERVAL, budget.take(0));
        }
    }

    @Test
    void asksForNoPauseBelowTheRate() {
        for (int i = 1; i <= 2 * PER_SECOND; i++) {
            assertEquals(0, budget.take(i * INTERVAL));
        }
    }

    @Test
    void quietTimeAllowsATenthOfASecondsWorthAtOnce() {
        long now = TimeUnit.HOURS.toNanos(1);
        for (int i = 1; i <= PER_SECOND / 10; i++) {
            assertEquals(0, budget.take(now));
        }
        assertEquals(INTERVAL, budget.take(now));
    }

    @Test
    void whoeverTakesWithoutHoldingBackPutsNobodyOffForEver() {
        StatementBudget budget = new StatementBudget(10, 0);
        for (int i = 0; i < 1000; i++) {
            budget.take(0);
        }
        assertTrue(budget.take(0) <= 2_000_000_000L);
    }
}
