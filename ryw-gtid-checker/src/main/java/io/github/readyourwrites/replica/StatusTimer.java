package io.github.readyourwrites.replica;

import java.util.concurrent.TimeUnit;

/**
 * When a replica is asked what its threads do. The question may hang in the server while somebody stops those threads: then
 * it is not repeated for a while, so that it costs one observation and not each. Confined to the probe's thread.
 */
final class StatusTimer {

    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long REST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private long nextNanos;

    StatusTimer(long now) {
        nextNanos = now;
    }

    /** Whether it is to be asked now; {@link #answered} must follow. */
    boolean isDue(long now) {
        if (now - nextNanos < 0) {
            return false;
        }
        nextNanos = now + REST_NANOS;
        return true;
    }

    void answered() {
        nextNanos -= REST_NANOS - INTERVAL_NANOS;
    }
}
