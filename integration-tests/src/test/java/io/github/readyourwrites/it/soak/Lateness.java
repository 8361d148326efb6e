package io.github.readyourwrites.it.soak;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** How late the machine wakes a thread that only sleeps: by so much any wait may take longer than it should. */
final class Lateness implements AutoCloseable {

    private static final long NAP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int SLEEPERS = 4;

    private final AtomicBoolean closed = new AtomicBoolean();

    private final AtomicLong worst = new AtomicLong();

    Lateness() {
        for (int i = 0; i < SLEEPERS; i++) {
            Thread thread = new Thread(this::sleep, "soak-lateness-" + i);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void sleep() {
        while (!closed.get()) {
            long begun = System.nanoTime();
            LockSupport.parkNanos(NAP_NANOS);
            worst.accumulateAndGet(System.nanoTime() - begun - NAP_NANOS, Math::max);
        }
    }

    long worstMillis() {
        return TimeUnit.NANOSECONDS.toMillis(worst.get());
    }

    @Override
    public void close() {
        closed.set(true);
    }
}
