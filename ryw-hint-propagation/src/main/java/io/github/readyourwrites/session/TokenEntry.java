package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a token says of one primary.
 *
 * @param primary its {@code server_uuid}, null if the token's maker did not know it
 * @param position the floor
 * @param marked whether the position is not all: a fence must be taken
 */
record TokenEntry(@Nullable UUID primary, GtidSet position, boolean marked) {

    /** What stands for everything, on whichever primary, and costs whoever reads it a fence. */
    static final TokenEntry MARK = new TokenEntry(null, GtidSet.empty(), true);

    /** What both say together; this entry itself if the other one adds nothing. */
    TokenEntry and(TokenEntry other) {
        return !other.marked && position.contains(other.position)
                ? this
                : new TokenEntry(primary, position.union(other.position), marked || other.marked);
    }

    /** Whether it asks for nothing. */
    boolean isEmpty() {
        return !marked && position.isEmpty();
    }
}
