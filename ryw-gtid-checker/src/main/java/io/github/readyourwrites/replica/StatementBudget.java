package io.github.readyourwrites.replica;

/**
 * Keeps the monitor statements of one server within a rate: {@link #take} says how long to hold back. Thread-safe;
 * never blocks.
 */
final class StatementBudget {

    /** Statements that may be sent at once after a quiet time, as a part of a second's worth. */
    private static final int BURST_PARTS = 10;

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
        paidUntil = Math.max(paidUntil, now - burstNanos) + nanosPerStatement;
        return Math.max(0, paidUntil - now);
    }
}
