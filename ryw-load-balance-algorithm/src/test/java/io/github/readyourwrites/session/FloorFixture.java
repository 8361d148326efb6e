package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Primary;

/** Floors that were raised by another instance. */
public final class FloorFixture {

    private FloorFixture() {}

    /** As a token or a store does: nothing of it becomes known of the primary. */
    public static void raise(RywSession session, Primary primary, GtidSet gtids) {
        session.floor().get(primary).raise(gtids);
    }
}
