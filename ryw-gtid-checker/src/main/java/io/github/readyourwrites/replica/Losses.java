package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;

/**
 * What a primary had or seemed to get, and its present server will never have. Immutable; compared by identity, so that a
 * position knows whether it has been freed of it.
 *
 * @param gone everything that a position may have asked for: the lost writes, and what was only owned and never executed
 * @param lost the lost writes
 */
public record Losses(GtidSet gone, GtidSet lost) {

    static final Losses NONE = new Losses(GtidSet.empty(), GtidSet.empty());

    Losses and(GtidSet vanished, GtidSet executed) {
        return new Losses(gone.union(vanished), lost.union(executed));
    }

    /** The server has got {@code returned}, from wherever. */
    Losses without(GtidSet returned) {
        return gone.intersect(returned).isEmpty() ? this : new Losses(gone.subtract(returned), lost.subtract(returned));
    }
}
