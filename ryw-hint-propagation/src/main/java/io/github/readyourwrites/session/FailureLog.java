package io.github.readyourwrites.session;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says that a store fails, at once and then at most every ten seconds, however many sessions suffer. Thread-safe. */
final class FailureLog {

    private static final Logger LOGGER = LoggerFactory.getLogger(SessionStore.class);

    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final LongSupplier clock;

    private final AtomicLong nextAt;

    FailureLog(LongSupplier clock) {
        this.clock = clock;
        nextAt = new AtomicLong(clock.getAsLong());
    }

    /** Whether it was said. */
    boolean warn(String what, long soFar, Throwable cause) {
        long now = clock.getAsLong();
        long due = nextAt.get();
        if (now - due < 0 || !nextAt.compareAndSet(due, now + PAUSE_NANOS)) {
            LOGGER.debug("{}", what, cause);
            return false;
        }
        LOGGER.warn("{} ({} so far, said at most every 10 seconds): {}", what, soFar, cause.toString());
        return true;
    }
}
