package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;

/**
 * Shortens positions of one primary by rounding them up: gaps are closed that the primary, or a replica of it, is known to
 * have executed. Thread-safe, never blocks.
 */
final class Rounding {

    /** More intervals than this are worth a look at what is known to be in between. */
    private static final int MANY_INTERVALS = 16;

    private final KnownPosition known;

    private final Followers followers;

    /** How many intervals the server itself had when it was last asked: gaps that cannot be closed. */
    private volatile int intervalsLeft;

    Rounding(KnownPosition known, Followers followers) {
        this.known = known;
        this.followers = followers;
    }

    /** The server was asked, and has so many intervals. */
    void serverHas(int intervals) {
        intervalsLeft = intervals;
    }

    /** It had as many at least when it was looked at. */
    void serverHadAtLeast(int intervals) {
        intervalsLeft = Math.max(intervalsLeft, intervals);
    }

    /** Whether {@code position} has many more intervals than the server itself. */
    boolean isDue(GtidSet position) {
        return position.intervalCount() > intervalsLeft + MANY_INTERVALS;
    }

    /**
     * Never takes anything away.
     *
     * @param ask has the server asked, where nothing is known of many gaps: a later call finds the answer
     */
    GtidSet roundUp(GtidSet position, Runnable ask) {
        if (position.intervalCount() <= MANY_INTERVALS) {
            return position;
        }
        GtidSet result = followers.roundUp(position.roundUpWithin(known.executed()));
        if (isDue(result)) {
            ask.run();
        }
        GtidSet gone = known.losses().gone();
        // A replica may have what the primary lost.
        return gone.isEmpty() ? result : result.subtract(gone.subtract(position));
    }
}
