package io.github.readyourwrites.prove.history;

/**
 * One thing that a client did or was told. Times are nanoseconds of the machine's monotonic clock: {@link System#nanoTime()}
 * reads CLOCK_MONOTONIC on Linux and mach_absolute_time on macOS, so it counts alike in all JVMs of one host, and histories
 * of several JVMs are merged as they are.
 */
public sealed interface Event permits Write, Read, Handover, Saved, Loaded, LossReport {

    /** When it was asked for. */
    long begin();

    /** When its answer was there. */
    long end();
}
