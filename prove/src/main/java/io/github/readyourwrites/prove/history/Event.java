package io.github.readyourwrites.prove.history;

/**
 * One thing that a client did or was told. Times are nanoseconds of the machine's monotonic clock ({@link
 * System#nanoTime()} counts alike in all JVMs of one Linux host).
 */
public sealed interface Event permits Write, Read, Handover, LossReport {

    /** When it was asked for. */
    long begin();

    /** When its answer was there. */
    long end();
}
