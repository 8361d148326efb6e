package io.github.readyourwrites.replica;

/**
 * Keeps the monitor statements of one server within a rate: {@link #take} says how long to hold back. Thread-safe;
 * never blocks.
 */
final class StatementBudget {

    /** Statements that may be sent at once after a quiet time, as a part of a second's worth. */
    private static final int BURST_PARTS = 10;

    private static final long LARGEST_DEBT_NANOS = 2_000_000_000L;

    private final long nanosPerStatement;

    private final long burstNanos;

    /** When everything taken so far has been paid off. */
    private long paidUntil;

    StatementBudget(int statementsPerSecond, long now) {
        nanosPerStatement = 1_000_000_000L / statementsPerSecond;
        burstNanos = 1_000_000_000L / BURST_PARTS;
        paidUntil = now;
    }

    /** Takes one statement; the nanoseconds to wait before it may be sent, 0 if at once. */
    synchronized long take(long now) {
        long earliest = Math.max(paidUntil, now - burstNanos) + nanosPerStatement;
        // Whoever takes without holding back must not put the others off for ever.
        paidUntil = Math.min(earliest, now + LARGEST_DEBT_NANOS);
        return Math.max(0, paidUntil - now);
    }
}
