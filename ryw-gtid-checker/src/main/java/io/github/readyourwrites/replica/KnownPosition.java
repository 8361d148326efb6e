package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.function.LongSupplier;

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

    private volatile GtidSet undecided = GtidSet.empty();

    /** Guarded by this. */
    private long undecidedSinceNanos;

    private volatile Duration grace = LossPatience.USUAL_GRACE;

    private final LongSupplier clock;

    KnownPosition(LongSupplier clock) {
        this.clock = clock;
    }

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

    /** What was owned on a server that was replaced by one without it: nobody knows yet what becomes of it. */
    GtidSet undecided() {
        return undecided;
    }

    void lossGrace(Duration duration) {
        grace = duration;
    }

    /** A commit was acknowledged, or seen executed. */
    synchronized void learn(GtidSet gtids) {
        if (!executed.contains(gtids)) {
            executed = executed.union(gtids);
        }
        // A number may be used again after a rollback.
        losses = losses.without(gtids);
        if (!undecided.isEmpty()) {
            undecided = undecided.subtract(gtids);
        }
    }

    /**
     * Takes an answer for what the primary has, and what it lacks for gone. What was owned on a server that was replaced is
     * kept until the grace time has passed: another instance may have been told that it is committed.
     *
     * @param replaced whether another server answered than the time before
     */
    synchronized Verdict answered(Expected expected, GtidSet executedNow, GtidSet position, boolean replaced) {
        losses = losses.without(position);
        undecided = undecided.subtract(position);
        GtidSet lost = GtidSet.empty();
        if (!position.contains(expected.executed) || !position.contains(expected.owned)) {
            GtidSet vanished = expected.executed.union(expected.owned).subtract(position);
            lost = executed.intersect(vanished);
            executed = executed.subtract(vanished);
            GtidSet onlyOwned = replaced ? vanished.subtract(lost) : GtidSet.empty();
            losses = losses.and(vanished.subtract(onlyOwned), lost);
            if (!onlyOwned.isEmpty()) {
                undecided = undecided.union(onlyOwned);
                undecidedSinceNanos = clock.getAsLong();
            }
        }
        GtidSet presumed = GtidSet.empty();
        if (!undecided.isEmpty() && clock.getAsLong() - undecidedSinceNanos >= grace.toNanos()) {
            presumed = undecided;
            losses = losses.and(presumed, presumed);
            undecided = GtidSet.empty();
        }
        learn(executedNow);
        owned = position.equals(executedNow) ? GtidSet.empty() : position.subtract(executedNow);
        return new Verdict(lost, presumed);
    }

    /** What is known at a moment, executed and owned. */
    record Expected(GtidSet executed, GtidSet owned) {}

    /**
     * What an answer showed to be gone.
     *
     * @param lost known executed before
     * @param presumed owned on a server that was replaced; whether it was committed there is not known here
     */
    record Verdict(GtidSet lost, GtidSet presumed) {}
}
