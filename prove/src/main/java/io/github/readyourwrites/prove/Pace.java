package io.github.readyourwrites.prove;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Lets so many reads through in a second, and makes up for at most one second in which fewer came. Thread-safe. */
final class Pace {

    private final long intervalNanos;

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    Pace(int readsPerSecond) {
        intervalNanos = TimeUnit.SECONDS.toNanos(1) / readsPerSecond;
    }

    /** Waits until {@code reads} more reads may begin. */
    void await(int reads) throws InterruptedException {
        long now = System.nanoTime();
        long turn =
                next.getAndUpdate(last -> Math.max(last, now - TimeUnit.SECONDS.toNanos(1)) + reads * intervalNanos);
        TimeUnit.NANOSECONDS.sleep(turn - now);
    }
}
