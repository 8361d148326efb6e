package io.github.readyourwrites.replica;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for threads that were bidden to end, but not for ever: a server may hold them up. */
final class EndOfThreads {

    private static final Duration LONGEST = Duration.ofSeconds(3);

    private EndOfThreads() {}

    /** Blocks until all have ended, three seconds together at most, or until interrupted (the thread stays so). */
    static void await(Thread... threads) {
        long deadline = System.nanoTime() + LONGEST.toNanos();
        try {
            for (Thread each : threads) {
                TimeUnit.NANOSECONDS.timedJoin(each, deadline - System.nanoTime());
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
