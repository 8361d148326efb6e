package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import org.jspecify.annotations.Nullable;

/**
 * What a watch waits for, as it stood when the wait began.
 *
 * @param missing what the replica had not executed of it
 * @param covered what the replica will have executed when the wait ends, at least
 * @param sinceNanos when the wait began
 */
record WatchedPosition(GtidSet missing, GtidSet covered, long sinceNanos) {

    /**
     * A wait for {@code wanted}.
     *
     * @param executed what the replica has executed as far as is known, or null
     */
    static WatchedPosition of(GtidSet wanted, @Nullable GtidSet executed, long sinceNanos) {
        return executed == null
                ? new WatchedPosition(wanted, wanted, sinceNanos)
                : new WatchedPosition(wanted.subtract(executed), wanted.union(executed), sinceNanos);
    }

    /** Whether the replica reaches {@code floor} when the wait ends, and not before. */
    boolean isAllThatLacks(GtidSet floor) {
        return covered.contains(floor) && floor.contains(missing);
    }
}
