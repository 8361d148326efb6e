package io.github.readyourwrites.replica;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;

/** A warning that would be one line for each answer of a server, given once a minute at most. Thread-safe. */
final class RareWarning {

    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Logger logger;

    private final LongSupplier clock;

    private final AtomicLong given;

    RareWarning(Logger logger, LongSupplier clock) {
        this.logger = logger;
        this.clock = clock;
        given = new AtomicLong(clock.getAsLong() - INTERVAL.toNanos());
    }

    void give(String format, Object... arguments) {
        long last = given.get();
        long now = clock.getAsLong();
        if (now - last >= INTERVAL.toNanos() && given.compareAndSet(last, now)) {
            logger.warn(format, arguments);
        }
    }
}
