package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RoutingPassTest {
    private final RoutingPass pass = new RoutingPass();

    @Test
    void sharesOneBudgetUntilItsDeadline() {
        pass.begin(1_000);
        assertEquals(1_300, pass.deadlineNanos(300));
        pass.begin(1_200);
        assertEquals(1_300, pass.deadlineNanos(300));
        pass.begin(1_300);
        assertEquals(1_600, pass.deadlineNanos(300));
    }

    @Test
    void isJudgedByTheLongestBudgetAskedFor() {
        pass.begin(1_000);
        assertEquals(1_500, pass.deadlineNanos(500));
        assertEquals(1_100, pass.deadlineNanos(100));
        pass.begin(1_200);
        assertEquals(1_500, pass.deadlineNanos(500));
    }

    @Test
    void endsWithAnExecution() {
        pass.begin(1_000);
        pass.deadlineNanos(300);
        pass.end();
        pass.begin(1_100);
        assertEquals(1_400, pass.deadlineNanos(300));
    }

    @Test
    void startsAnewWhereNobodyAskedForTime() {
        pass.begin(1_000);
        pass.begin(5_000);
        assertEquals(5_300, pass.deadlineNanos(300));
    }

    @Test
    void isHeldByTheRouterUntilItLeaves() {
        assertFalse(pass.isInRouter());
        pass.enterRouter(1_000);
        assertTrue(pass.isInRouter());
        pass.leaveRouter();
        assertFalse(pass.isInRouter());
    }

    @Test
    void tellsAboutTheTransactionOnlyToTheGroupAskedNext() {
        pass.enterRouter(0);
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
