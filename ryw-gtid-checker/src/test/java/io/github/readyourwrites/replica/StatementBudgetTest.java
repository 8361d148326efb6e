package io.github.readyourwrites.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StatementBudgetTest {

    private static final int PER_SECOND = 200;

    private static final long INTERVAL = TimeUnit.MILLISECONDS.toNanos(5);

    /** Statements at once after a quiet time. */
    private static final int BURST = PER_SECOND / 10;

    private static final long QUIET = TimeUnit.HOURS.toNanos(1);

    private final StatementBudget budget = new StatementBudget(PER_SECOND, 0);

    @Test
    void holdsBackWhatExceedsTheRate() {
        for (int i = 0; i < 2 * PER_SECOND; i++) {
            assertEquals(INTERVAL, budget.tryTake(i * INTERVAL));
            assertEquals(0, budget.tryTake((i + 1) * INTERVAL));
        }
    }

    @Test
    void quietTimeAllowsATenthOfASecondsWorthAtOnce() {
        for (int i = 0; i < BURST; i++) {
            assertEquals(0, budget.tryTake(QUIET));
        }
        assertEquals(INTERVAL, budget.tryTake(QUIET));
    }

    @Test
    void spareStatementsLeaveHalfOfThat() {
        for (int i = 0; i < BURST / 2; i++) {
            assertEquals(0, budget.tryTakeSpare(QUIET));
        }
        assertEquals(INTERVAL, budget.tryTakeSpare(QUIET));
        for (int i = 0; i < BURST / 2; i++) {
            assertEquals(0, budget.tryTake(QUIET));
        }
        assertEquals(INTERVAL, budget.tryTake(QUIET));
    }

    @Test
    void bothTogetherKeepTheRate() {
        int taken = 0;
        for (long now = 0; now <= TimeUnit.SECONDS.toNanos(10); now += INTERVAL / 10) {
            taken += budget.tryTakeSpare(now) == 0 ? 1 : 0;
            taken += budget.tryTake(now) == 0 ? 1 : 0;
        }
        assertEquals(10 * PER_SECOND, taken);
    }

    @Test
    void unconditionalStatementsAreMadeUpFor() {
        budget.take(PER_SECOND, QUIET);
        assertEquals((PER_SECOND - BURST + 1) * INTERVAL, budget.tryTake(QUIET));
    }

    @Test
    void unconditionalStatementsPutNobodyOffForEver() {
        for (int i = 0; i < 100 * PER_SECOND; i++) {
            budget.take(3, 0);
        }
        assertTrue(budget.tryTake(0) <= TimeUnit.SECONDS.toNanos(3));
    }

    @Test
    void lowestRateHasSomethingToSpare() {
        StatementBudget slow = new StatementBudget(10, 0);
        assertEquals(0, slow.tryTakeSpare(QUIET));
        assertEquals(0, slow.tryTake(QUIET));
    }
}
