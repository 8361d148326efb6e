package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FallbackPermitsTest {

    private static final long MILLISECOND = 1_000_000;

    /** Near the largest value: nanoTime may wrap around at any time. */
    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 500 * MILLISECOND);

    private int acquire(FallbackPermits permits, int attempts) {
        int result = 0;
        for (int i = 0; i < attempts; i++) {
            if (permits.tryAcquire()) {
                result++;
            }
        }
        return result;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 100, 5_000})
    void givesTheRateOverTenSeconds(int perSecond) {
        FallbackPermits permits = new FallbackPermits(perSecond, now::get);
        int result = 0;
        for (int i = 0; i < 1_000; i++) {
            result += acquire(permits, 100);
            now.addAndGet(10 * MILLISECOND);
        }
        int kept = Math.max(1, perSecond / 10);
        assertTrue(result >= 10 * perSecond && result <= 10 * perSecond + kept, () -> "permits of " + perSecond);
    }

    @Test
    void keepsATenthOfASecondsWorthOverAQuietTime() {
        FallbackPermits permits = new FallbackPermits(100, now::get);
        now.addAndGet(60_000 * MILLISECOND);
        assertEquals(10, acquire(permits, 50));
    }

    @Test
    void givesAPermitThatWasGivenBackToTheNext() {
        FallbackPermits permits = new FallbackPermits(1, now::get);
        assertEquals(1, acquire(permits, 2));
        permits.giveBack();
        assertEquals(1, acquire(permits, 2));
    }

    @Test
    void permitsNothingAtZero() {
        assertFalse(new FallbackPermits(0, now::get).tryAcquire());
    }

    @Test
    void permitsEverythingWhenUnlimited() {
        assertEquals(100_000, acquire(new FallbackPermits(FallbackPermits.UNLIMITED, now::get), 100_000));
    }
}
