package io.github.readyourwrites.replica;

import org.jspecify.annotations.Nullable;

/**
 * One server's lives, one after another, and what was observed of the present one. A restart, a reset, a rebuild or a
 * mere suspicion ends a life; an answer that was asked for in an earlier life is worth nothing. Thread-safe.
 */
final class ReplicaLife {

    /** Null while nothing is known (UNKNOWN, DOWN). Written under this. */
    private volatile @Nullable Observation current;

    /** How many lives have ended. Written under this. */
    private volatile long number;

    private volatile String trouble = "not observed yet";

    /** The present life, to be taken before a question is sent. */
    long number() {
        return number;
    }

    /** Why nothing is known, in words. */
    String trouble() {
        return trouble;
    }

    /** What is known of the present life, however old. */
    @Nullable
    Observation observation() {
        return current;
    }

    /** What is known of the present life, if it was asked for at most {@code longestNanos} ago. */
    @Nullable
    Observation observation(long nowNanos, long longestNanos) {
        Observation result = current;
        return result != null && nowNanos - result.sentNanos() <= longestNanos ? result : null;
    }

    /** Whether the observation counts: its question was asked in the present life. */
    synchronized boolean publish(Observation observation) {
        if (observation.incarnation() != number) {
            return false;
        }
        current = observation;
        return true;
    }

    /** Nothing is known from now on, until the server has been observed anew. */
    synchronized void end(String reason) {
        number++;
        trouble = reason;
        current = null;
    }
}
