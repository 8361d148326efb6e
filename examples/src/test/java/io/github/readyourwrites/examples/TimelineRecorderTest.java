package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TimelineRecorderTest {

    private static final long START = Long.MAX_VALUE - 7;

    private final TimelineRecorder recorder = new TimelineRecorder(List.of("p", "r0", "r1"), START);

    @Test
    void stepsFollowEachOther() {
        recorder.begin("calm", at(0));
        recorder.begin("storm", at(250));
        recorder.begin("storm", at(500));
        assertEquals(
                List.of(new Band("calm", 0, 0.25), new Band("storm", 0.25, 2)),
                recorder.end(at(2000), List.of(), List.of()).bands());
    }

    @Test
    void everyReadCountsForTheIntervalInWhichItBegan() {
        List<Read> reads = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
            reads.add(read("r0", 400, i, null));
        }
        reads.add(read("p", 500, 7, null));
        reads.add(read("r1", 999, 9, new Missed(1, false, at(0))));
        // Began after the last full interval.
        reads.add(read("r1", 1200, 5, null));
        List<Interval> intervals = recorder.end(at(1234), reads, List.of()).intervals();
        assertEquals(
                List.of(
                        new Interval(0, 0.5, 0, List.of(100L, 0L), 0, 50, 99),
                        new Interval(0.5, 1.234, 1, List.of(0L, 2L), 1, 7, 9)),
                intervals);
        assertEquals(reads.size(), intervals.stream().mapToLong(Interval::reads).sum());
    }

    @Test
    void keepsTheOldestLossOfEachStepAsExample() {
        recorder.begin("calm", at(0));
        recorder.begin("storm", at(1000));
        List<Read> reads = List.of(
                read("r0", 1500, 1, new Missed(11, true, at(1400))),
                read("r1", 1600, 1, new Missed(12, false, at(500))),
                read("r0", 1700, 1, new Missed(13, true, at(1000))),
                read("p", 1800, 1, null));
        assertEquals(
                List.of(new StaleExample(3, 12, false, "replica 1", 0.5, 1.6)),
                recorder.end(at(2000), reads, List.of()).examples());
    }

    private static Read read(String server, long beganMillis, long millis, @Nullable Missed missed) {
        return new Read(3, server, at(beganMillis), millis * 1_000_000, missed);
    }

    /** Nanosecond clocks may overflow. */
    private static long at(long millis) {
        return START + millis * 1_000_000;
    }
}
