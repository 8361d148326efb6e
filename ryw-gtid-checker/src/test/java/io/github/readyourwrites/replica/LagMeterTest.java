package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** All times here are milliseconds of one clock, the JVM's. */
class LagMeterTest {

    private final CatchUpTimes catchUpTimes = new CatchUpTimes(0);

    private final LagMeter meter = new LagMeter(catchUpTimes);

    private long lag(long now) {
        long result = meter.lagNanos(nanos(now));
        return result < 0 || result == LagMeter.UNKNOWN ? result : TimeUnit.NANOSECONDS.toMillis(result);
    }

    private static long nanos(long milliseconds) {
        return TimeUnit.MILLISECONDS.toNanos(milliseconds);
    }

    private void primaryHas(String intervals, long at) {
        meter.sampled(new Sample(gtids(intervals), nanos(at), nanos(at) + 1), null);
    }

    private void primaryHas(String intervals, long at, String replicaHas) {
        meter.sampled(new Sample(gtids(intervals), nanos(at), nanos(at) + 1), gtids(replicaHas));
    }

    private void replicaHas(String intervals, long at) {
        meter.observed(gtids(intervals), nanos(at));
    }

    @Test
    void nothingIsMeasuredWithoutASample() {
        replicaHas("1-5", 0);
        assertEquals(LagMeter.NOT_MEASURED, lag(1000));
    }

    @Test
    void lagIsUnknownUntilTheReplicaHasTheFirstSample() {
        primaryHas("1-10", 0);
        replicaHas("1-5", 1);
        assertEquals(LagMeter.UNKNOWN, lag(1));
        replicaHas("1-10", 700);
        assertEquals(700, lag(800));
    }

    @Test
    void replicaThatHasTheSampleAlreadyIsNotBehind() {
        primaryHas("1-10", 0, "1-10");
        assertEquals(0, lag(400));
    }

    @Test
    void delayOfTheLatestSampleIsTheLagWhileNothingIsMissing() {
        primaryHas("1-10", 0, "1-10");
        primaryHas("1-20", 500, "1-10");
        replicaHas("1-20", 530);
        assertEquals(30, lag(900));
        primaryHas("1-20", 1000, "1-20");
        assertEquals(0, lag(1000), "the primary is idle");
    }

    @Test
    void ageOfTheOldestMissingSampleIsTheLag() {
        primaryHas("1-10", 0, "1-10");
        primaryHas("1-20", 500, "1-10");
        primaryHas("1-30", 1000, "1-10");
        assertEquals(1500, lag(2000));
        replicaHas("1-20", 2000);
        assertEquals(1500, lag(2000), "the delay just measured is greater than the age of what is missing");
        assertEquals(1600, lag(2600));
        replicaHas("1-30", 2700);
        assertEquals(1700, lag(2700));
    }

    @Test
    void anotherHistoryOfThePrimaryForgetsWhatMayNeverCome() {
        primaryHas("1-10", 0, "1-10");
        primaryHas("1-20", 500, "1-10");
        primaryHas("1-11", 60_000, "1-11");
        assertEquals(0, lag(60_001));
    }

    @Test
    void samplesAskedForAtOnceNeedNotContainEachOther() {
        primaryHas("1-10", 0, "1-10");
        meter.sampled(new Sample(gtids("1-20"), nanos(500), nanos(540)), gtids("1-10"));
        meter.sampled(new Sample(gtids("1-19"), nanos(520), nanos(530)), gtids("1-10"));
        assertEquals(40, lag(540), "the first one is still missing");
    }

    @Test
    void newLifeIsMeasuredFromTheLatestSample() {
        primaryHas("1-10", 0, "1-10");
        meter.restart();
        replicaHas("1-3", 100);
        assertEquals(LagMeter.UNKNOWN, lag(100));
        replicaHas("1-10", 4000);
        assertEquals(4000, lag(4000));
    }

    @Test
    void suspicionOfAReplicaThatHasEverythingCostsItsLagNothing() {
        primaryHas("1-10", 0, "1-10");
        meter.restart();
        replicaHas("1-10", 5);
        assertEquals(5, lag(100));
    }

    @Test
    void longLagIsKeptInFewSamples() {
        primaryHas("1", 0, "1");
        for (int i = 1; i <= 100_000; i++) {
            primaryHas("1-" + (i + 1), i * 500L, "1");
        }
        assertEquals(100_000 * 500L - 500, lag(100_000 * 500L));
        replicaHas("1-100001", 100_000 * 500L);
        assertEquals(0, lag(100_000 * 500L));
    }

    @Test
    void stuckIsWhoLacksSomethingAndGetsNothing() {
        primaryHas("1-10", 0, "1-10");
        replicaHas("1-10", 0);
        assertFalse(meter.isStuckFor(nanos(1000), nanos(60_000)), "it lacks nothing");
        primaryHas("1-20", 60_000, "1-10");
        assertFalse(meter.isStuckFor(nanos(1000), nanos(60_500)), "not for long");
        assertTrue(meter.isStuckFor(nanos(1000), nanos(61_001)));
        replicaHas("1-11", 61_002);
        assertFalse(meter.isStuckFor(nanos(1000), nanos(61_003)), "it gets on");
    }

    @Test
    void naturalLagIsNeverHopeless() {
        primaryHas("1", 0, "1");
        for (int i = 1; i < 20; i++) {
            replicaHas("1-" + i, i * 500L - 490);
            primaryHas("1-" + (i + 1), i * 500L, "1-" + i);
        }
        assertEquals(0, meter.expectedNanos(gtids("20"), nanos(19 * 500L + 5)));
    }

    @Test
    void constantDelayIsExpectedToLastForWhatIsNewAndToEndForWhatIsOld() {
        long now = 20_000;
        primaryHas("1", 0, "1");
        for (long at = 500; at <= now; at += 500) {
            primaryHas("1-" + (at / 500 + 1), at, "1");
            if (at > 10_000) {
                replicaHas("1-" + ((at - 10_000) / 500 + 1), at);
            }
        }
        long expected = TimeUnit.NANOSECONDS.toMillis(meter.expectedNanos(gtids("99"), nanos(now)));
        assertTrue(expected > 8_000 && expected < 12_000, () -> "expected in " + expected + " ms");
        assertEquals(0, meter.expectedNanos(gtids("22"), nanos(now)), "the next to be applied");
    }

    @Test
    void replicaThatStandsStillIsExpectedNever() {
        primaryHas("1", 0, "1");
        for (long at = 500; at <= 5_000; at += 500) {
            primaryHas("1-" + (at / 500 + 1), at, "1");
            replicaHas("1", at);
        }
        assertEquals(Long.MAX_VALUE, meter.expectedNanos(gtids("2"), nanos(5_000)));
    }

    @Test
    void catchUpTimesAreThoseOfWhatWasWaitedFor() {
        primaryHas("1", 0, "1");
        for (int i = 1; i <= 100; i++) {
            primaryHas("1-" + (i + 1), i * 500L, "1-" + i);
            replicaHas("1-" + (i + 1), i * 500L + (i == 100 ? 90 : 10));
        }
        assertEquals(10, TimeUnit.NANOSECONDS.toMillis(catchUpTimes.percentileNanos(50, nanos(50_090))));
        assertTrue(TimeUnit.NANOSECONDS.toMillis(catchUpTimes.percentileNanos(100, nanos(50_090))) >= 89);
    }
}
