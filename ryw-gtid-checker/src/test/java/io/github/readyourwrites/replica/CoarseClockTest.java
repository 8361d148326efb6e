package io.github.readyourwrites.replica;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CoarseClockTest {

    private final AtomicLong exact = new AtomicLong(100);

    private final CoarseClock clock = new CoarseClock(exact::get);

    @Test
    void standsStillUntilStarted() {
        exact.set(200);
        assertEquals(100, clock.getAsLong());
    }

    @Test
    void isNotLateOnceStarted() {
        exact.set(200);
        clock.start();
        assertEquals(200, clock.getAsLong());
        clock.close();
    }

    @Test
    void movesOnByItself() {
        clock.start();
        exact.set(300);
        await().until(() -> clock.getAsLong() == 300);
        clock.close();
    }

    @Test
    void startsAgainAfterItsEnd() {
        clock.start();
        clock.close();
        exact.set(400);
        clock.start();
        exact.set(500);
        await().until(() -> clock.getAsLong() == 500);
        clock.close();
    }

    @Test
    void endsItsThread() {
        clock.start();
        Thread thread = Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("ryw-clock"))
                .findFirst()
                .orElseThrow();
        clock.close();
        assertFalse(thread.isAlive());
    }
}
