package io.github.readyourwrites.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times are seconds here: a bound of 10, a dwell time of 3. */
class HealthJudgeTest {

    private final HealthJudge judge = new HealthJudge(10, 3, 0);

    private final List<Health> seen = new ArrayList<>(List.of(Health.UNKNOWN));

    private void answered(long lag, long now) {
        judge.answered(lag, false, now);
        note();
    }

    private void stalled(long lag, long now) {
        judge.answered(lag, true, now);
        note();
    }

    private void failed(Health verdict, long now) {
        judge.failed(verdict, HealthJudge.LOOKS_TO_RETURN, now);
        note();
    }

    private void note() {
        if (seen.get(seen.size() - 1) != judge.health()) {
            seen.add(judge.health());
        }
    }

    @Test
    void oneGoodLookSufficesAtStart() {
        answered(0, 1);
        assertEquals(Health.UP, judge.health());
        assertEquals(1, judge.sinceNanos());
    }

    @Test
    void nothingMeasuredIsNoLag() {
        answered(LagMeter.NOT_MEASURED, 1);
        assertEquals(Health.UP, judge.health());
    }

    @Test
    void rampOfLagLeavesOnceAndReturnsOnce() {
        int now = 0;
        for (int lag = 0; lag <= 20; lag++) {
            answered(lag, ++now);
        }
        for (int lag = 20; lag >= 0; lag--) {
            answered(lag, ++now);
        }
        assertEquals(List.of(Health.UNKNOWN, Health.UP, Health.LAGGING, Health.UP), seen);
    }

    @Test
    void lagAroundTheBoundDoesNotFlap() {
        for (int now = 1; now < 100; now++) {
            answered(now % 2 == 0 ? 11 : 9, now);
        }
        assertEquals(List.of(Health.UNKNOWN, Health.UP, Health.LAGGING), seen);
    }

    @Test
    void lagThatWasSmallForAMomentDoesNotReturn() {
        answered(11, 1);
        answered(1, 2);
        answered(1, 4);
        answered(6, 5);
        answered(1, 6);
        answered(1, 8);
        assertEquals(Health.LAGGING, judge.health());
        answered(1, 9);
        assertEquals(Health.UP, judge.health());
    }

    @Test
    void lagBetweenTheThresholdsLeavesAHealthyReplicaAlone() {
        answered(0, 1);
        answered(9, 2);
        assertEquals(Health.UP, judge.health());
    }

    @Test
    void unknownLagIsNotHealthyButNeedsNoDwellTime() {
        answered(LagMeter.UNKNOWN, 1);
        assertEquals(Health.LAGGING, judge.health());
        answered(0, 2);
        assertEquals(Health.UP, judge.health());
    }

    @Test
    void stalledReplicaReturnsByWayOfTheDwellTime() {
        answered(0, 1);
        stalled(12, 2);
        assertEquals(Health.STALLED, judge.health());
        answered(0, 3);
        assertEquals(Health.LAGGING, judge.health());
        answered(0, 6);
        assertEquals(List.of(Health.UNKNOWN, Health.UP, Health.STALLED, Health.LAGGING, Health.UP), seen);
    }

    @Test
    void serverThatAnswersEverySecondTimeStaysOut() {
        answered(0, 1);
        for (int now = 2; now < 100; now += 2) {
            failed(Health.UNKNOWN, now);
            answered(0, now + 1);
        }
        assertEquals(List.of(Health.UNKNOWN, Health.UP, Health.UNKNOWN), seen);
    }

    @Test
    void failureIsBelievedAtOnceAndTheReturnTakesThreeLooks() {
        answered(0, 1);
        failed(Health.DOWN, 2);
        assertEquals(Health.DOWN, judge.health());
        answered(0, 3);
        answered(0, 4);
        assertEquals(Health.DOWN, judge.health());
        answered(0, 5);
        assertEquals(Health.UP, judge.health());
    }
}
