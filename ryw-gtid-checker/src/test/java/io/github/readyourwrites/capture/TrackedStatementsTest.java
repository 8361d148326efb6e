package io.github.readyourwrites.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TrackedStatementsTest {

    @Test
    void countsPerThread() throws InterruptedException {
        long before = TrackedStatements.onThisThread();
        TrackedStatements.increment();
        Thread other = new Thread(TrackedStatements::increment);
        other.start();
        other.join();
        assertEquals(before + 1, TrackedStatements.onThisThread());
    }
}
