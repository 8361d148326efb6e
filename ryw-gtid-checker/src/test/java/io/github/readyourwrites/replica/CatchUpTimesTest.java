package io.github.readyourwrites.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Times are seconds of one clock. */
class CatchUpTimesTest {

    private final CatchUpTimes times = new CatchUpTimes(0);

    private void fiveTook(long milliseconds, long at) {
        for (int i = 0; i < 5; i++) {
            times.add(TimeUnit.MILLISECONDS.toNanos(milliseconds), TimeUnit.SECONDS.toNanos(at));
        }
    }

    private long longest(long at) {
        return times.percentileNanos(99, TimeUnit.SECONDS.toNanos(at));
    }

    @Test
    void spikeIsRememberedForAMinuteAtLeast() {
        fiveTook(900, 59);
        assertTrue(longest(119) > TimeUnit.MILLISECONDS.toNanos(890));
    }

    @Test
    void spikeIsForgottenThoughNothingNewIsMeasured() {
        fiveTook(900, 30);
        assertEquals(-1, longest(120));
    }

    @Test
    void spikeIsForgottenByTheFirstThatIsMeasuredAfterALongTime() {
        fiveTook(900, 30);
        fiveTook(10, 3_600);
        assertTrue(longest(3_600) < TimeUnit.MILLISECONDS.toNanos(20));
    }
}
