package io.github.readyourwrites.replica;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * How long a replica took to get what the primary had committed, over the latest minute or two. Thread-safe; never blocks
 * on anything but another thread's sum.
 */
final class CatchUpTimes {

    /** Fewer say nothing about a percentile. */
    private static final int LEAST_COUNT = 5;

    private static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long LONGEST_MICROS = TimeUnit.HOURS.toMicros(1);

    private static final int DIGITS = 2;

    /** Guarded by this. */
    private Histogram current = new Histogram(LONGEST_MICROS, DIGITS);

    /** Of the window before. Guarded by this. */
    private Histogram previous = new Histogram(LONGEST_MICROS, DIGITS);

    /** Guarded by this. */
    private long windowEnds;

    CatchUpTimes(long now) {
        windowEnds = now + WINDOW_NANOS;
    }

    synchronized void add(long nanos, long now) {
        roll(now);
        current.recordValue(Math.max(0, Math.min(LONGEST_MICROS, TimeUnit.NANOSECONDS.toMicros(nanos))));
    }

    /** Forgets what is older than two windows, also where nothing new comes. */
    private void roll(long now) {
        long over = now - windowEnds;
        if (over < 0) {
            return;
        }
        Histogram reused = previous;
        previous = current;
        current = reused;
        current.reset();
        if (over >= WINDOW_NANOS) {
            previous.reset();
        }
        windowEnds = now + WINDOW_NANOS - over % WINDOW_NANOS;
    }

    /** The percentile in nanoseconds, or -1 where too little was measured. */
    synchronized long percentileNanos(double percentile, long now) {
        roll(now);
        if (current.getTotalCount() + previous.getTotalCount() < LEAST_COUNT) {
            return -1;
        }
        Histogram both = current.copy();
        both.add(previous);
        return TimeUnit.MICROSECONDS.toNanos(both.getValueAtPercentile(percentile));
    }
}
