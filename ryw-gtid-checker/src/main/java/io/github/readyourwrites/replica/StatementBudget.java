package io.github.readyourwrites.replica;

/**
 * Keeps the monitor statements of one server within a rate. After a quiet time some may be sent at once. Half of those
 * are a reserve for whoever cannot wait: {@link #tryTakeSpare} leaves it alone. Thread-safe; never blocks.
 */
final class StatementBudget {

    /** Statements that may be sent at once after a quiet time, as a part of a second's worth. */
    private static final int BURST_PARTS = 10;

    private static final int LEAST_BURST = 4;

    private static final long LARGEST_DEBT_NANOS = 2_000_000_000L;

    private final long nanosPerStatement;

    private final long burstNanos;

    /** When everything taken so far has been paid off. Guarded by this. */
    private long paidUntil;

    StatementBudget(int statementsPerSecond, long now) {
        nanosPerStatement = 1_000_000_000L / statementsPerSecond;
        burstNanos = Math.max(1_000_000_000L / BURST_PARTS, LEAST_BURST * nanosPerStatement);
        paidUntil = now;
    }

    /** The time between two statements at the full rate. */
    long nanosPerStatement() {
        return nanosPerStatement;
    }

    /** Takes statements that must be sent whatever was taken before: the others are put off until they are paid off. */
    synchronized void take(int statements, long now) {
        long earliest = earliest(now) + (statements - 1) * nanosPerStatement;
        // Nobody is put off for ever.
        paidUntil = Math.min(earliest, Math.max(paidUntil, now + LARGEST_DEBT_NANOS));
    }

    /** Takes one statement and returns 0; or takes none and returns the nanoseconds until one may be free. */
    long tryTake(long now) {
        return tryTake(now, 0);
    }

    /** As {@link #tryTake}, but leaves the reserve alone. */
    long tryTakeSpare(long now) {
        return tryTake(now, burstNanos / 2);
    }

    private synchronized long tryTake(long now, long reserveNanos) {
        long earliest = earliest(now);
        long result = earliest - (now - reserveNanos);
        if (result > 0) {
            return result;
        }
        paidUntil = earliest;
        return 0;
    }

    /** When one more statement would be paid off, if it were taken now. */
    private long earliest(long now) {
        return Math.max(paidUntil, now - burstNanos) + nanosPerStatement;
    }
}
