package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.List;

/**
 * Which floors one executed set contains, as far as somebody asked. Sets never change, so a verdict on two of them never
 * becomes wrong: it need not be dropped when a floor rises or a replica is observed anew, it is merely not found, since
 * that is another object.
 *
 * <p>Thread-safe without a lock. Threads race for the places of {@link #contained} and {@link #missing}, and may lose what
 * another one wrote; but whatever stands there was put there by somebody who compared just that floor with just this
 * executed set, and a place is only ever compared by identity.
 */
@SuppressWarnings("ReferenceEquality") // equal sets may be other objects: then the verdict is found anew
final class Verdicts {

    /** A power of two. Two floors that fall on one place push each other out, which costs a comparison. */
    private static final int PLACES = 32;

    private final GtidSet executed;

    private final GtidSet[] contained = new GtidSet[PLACES];

    private final GtidSet[] missing = new GtidSet[PLACES];

    Verdicts(GtidSet executed) {
        this.executed = executed;
    }

    /** Whether these are verdicts on this very object. */
    boolean areOn(GtidSet other) {
        return executed == other;
    }

    boolean containsAll(List<GtidSet> floors) {
        // Not for-each: its iterator would have to be optimised away.
        for (int i = 0; i < floors.size(); i++) {
            if (!contains(floors.get(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean contains(GtidSet floor) {
        int place = System.identityHashCode(floor) & (PLACES - 1);
        if (contained[place] == floor) {
            return true;
        }
        if (missing[place] == floor) {
            return false;
        }
        boolean result = executed.contains(floor);
        (result ? contained : missing)[place] = floor;
        return result;
    }
}
