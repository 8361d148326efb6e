package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import org.jspecify.annotations.Nullable;

/**
 * One server's lives, one after another, and what was observed of the present one. A restart, a reset, a rebuild or a
 * mere suspicion ends a life; an answer that was asked for in an earlier life is worth nothing. Thread-safe; no life ends
 * while somebody holds this object's monitor.
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

    /**
     * Adds an observation to those of its life. Two that overlap in time are both true: their union counts, as of the
     * later question.
     *
     * @return what the server has executed as far as is now known, or null if the observation is not of the present life
     */
    synchronized @Nullable GtidSet publish(Observation observation) {
        if (observation.incarnation() != number) {
            return null;
        }
        Observation known = current;
        if (known != null && !known.serverUuid().equals(observation.serverUuid())) {
            end("two servers answer at its address");
            return null;
        }
        Observation result = known == null ? observation : known.and(observation);
        current = result;
        return result.executed();
    }

    /** Ends the life of this number, if it is still the present one; whether it was. */
    synchronized boolean end(long ofNumber, String reason) {
        if (ofNumber != number) {
            return false;
        }
        end(reason);
        return true;
    }

    /** Nothing is known from now on, until the server has been observed anew. */
    synchronized void end(String reason) {
        number++;
        trouble = reason;
        current = null;
    }
}
