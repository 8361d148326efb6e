package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;

/**
 * What this JVM knows of one primary's position, across failovers. Grows but for what a verdict takes away. Thread-safe;
 * written under this, read without a lock.
 */
final class KnownPosition {

    /** Own commits, and what fences found executed. */
    private volatile GtidSet executed = GtidSet.empty();

    /** What the last fence found owned and nobody has seen executed: positions contain it, and it may roll back. */
    private volatile GtidSet owned = GtidSet.empty();

    private volatile Losses losses = Losses.NONE;

    GtidSet executed() {
        return executed;
    }

    Losses losses() {
        return losses;
    }

    /** To be taken before a question is sent: the answer must have all of it. */
    Expected expected() {
        // Owned first: what leaves it is executed.
        GtidSet ownedBefore = owned;
        return new Expected(executed, ownedBefore);
    }

    synchronized void learn(GtidSet gtids) {
        if (!executed.contains(gtids)) {
            executed = executed.union(gtids);
        }
    }

    /**
     * Takes an answer for what the primary has, and what it lacks for gone.
     *
     * @return the lost writes: what was known executed and is not in {@code position}
     */
    synchronized GtidSet answered(Expected expected, GtidSet executedNow, GtidSet position) {
        losses = losses.without(position);
        GtidSet result = GtidSet.empty();
        if (!position.contains(expected.executed) || !position.contains(expected.owned)) {
            GtidSet vanished = expected.executed.union(expected.owned).subtract(position);
            result = executed.intersect(vanished);
            executed = executed.subtract(vanished);
            losses = losses.and(vanished, result);
        }
        learn(executedNow);
        owned = position.equals(executedNow) ? GtidSet.empty() : position.subtract(executedNow);
        return result;
    }

    /** What is known at a moment, executed and owned. */
    record Expected(GtidSet executed, GtidSet owned) {}
}
