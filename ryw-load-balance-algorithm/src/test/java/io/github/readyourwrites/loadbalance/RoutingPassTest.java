package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RoutingPassTest {
    private long now = 1_000;

    private int looks;

    private final RoutingPass pass = new RoutingPass(() -> {
        looks++;
        return now;
    });

    private void beginAt(long nanos) {
        now = nanos;
        pass.begin();
    }

    @Test
    void sharesOneBudgetUntilItsDeadline() {
        beginAt(1_000);
        assertEquals(1_300, pass.deadlineNanos(300));
        beginAt(1_200);
        assertEquals(1_300, pass.deadlineNanos(300));
        beginAt(1_300);
        assertEquals(1_600, pass.deadlineNanos(300));
    }

    @Test
    void isJudgedByTheLongestBudgetAskedFor() {
        beginAt(1_000);
        assertEquals(1_500, pass.deadlineNanos(500));
        assertEquals(1_100, pass.deadlineNanos(100));
        beginAt(1_200);
        assertEquals(1_500, pass.deadlineNanos(500));
    }

    @Test
    void endsWithAnExecution() {
        beginAt(1_000);
        pass.deadlineNanos(300);
        pass.end();
        beginAt(1_100);
        assertEquals(1_400, pass.deadlineNanos(300));
    }

    @Test
    void startsAnewWhereNobodyAskedForTime() {
        beginAt(1_000);
        assertEquals(1_000, pass.nowNanos());
        beginAt(5_000);
        assertEquals(5_300, pass.deadlineNanos(300));
    }

    @Test
    void looksAtTheClockOnceAndOnlyWhenAsked() {
        beginAt(1_000);
        pass.ask(true, null);
        assertEquals(0, looks);
        now = 1_100;
        assertEquals(1_100, pass.nowNanos());
        now = 1_200;
        assertEquals(1_100, pass.nowNanos());
        assertEquals(1_400, pass.deadlineNanos(300));
        assertEquals(1, looks);
    }

    @Test
    void looksAnewAfterAWait() {
        beginAt(1_000);
        assertEquals(1_300, pass.deadlineNanos(300));
        now = 1_250;
        pass.waited();
        assertEquals(1_250, pass.nowNanos());
        assertEquals(250, pass.waitedNanos());
        now = 1_290;
        pass.waited();
        assertEquals(290, pass.waitedNanos());
        assertEquals(1_300, pass.deadlineNanos(300));
        pass.ask(false, null);
        assertEquals(0, pass.waitedNanos());
    }

    @Test
    void looksAnewInAPassThatGoesOn() {
        beginAt(1_000);
        assertEquals(1_300, pass.deadlineNanos(300));
        beginAt(1_200);
        assertEquals(1_200, pass.nowNanos());
    }

    @Test
    void isHeldByTheRouterUntilItLeaves() {
        assertFalse(pass.isInRouter());
        pass.enterRouter();
        assertTrue(pass.isInRouter());
        pass.leaveRouter();
        assertFalse(pass.isInRouter());
    }

    @Test
    void tellsAboutTheTransactionOnlyToTheGroupAskedNext() {
        pass.enterRouter();
        pass.ask(true, "read_ds_0");
        pass.asked();
        assertTrue(pass.isAsked());
        assertTrue(pass.inTransaction());
        assertEquals("read_ds_0", pass.preferred());
        pass.ask(false, null);
        assertFalse(pass.isAsked());
        assertFalse(pass.inTransaction());
        assertNull(pass.preferred());
    }
}
