package io.github.readyourwrites.session;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.SendingsFixture;
import io.github.readyourwrites.replica.Servers;
import java.util.UUID;

/** A primary that exists in name only, and one more. */
final class PrimaryFixture {

    static final UUID UUID_ONE = UUID.fromString("11111111-1111-1111-1111-111111111111");

    static final UUID UUID_TWO = UUID.fromString("22222222-2222-2222-2222-222222222222");

    static final ServerAddress ADDRESS = new ServerAddress("primary", 3306);

    static final ServerAddress OTHER_ADDRESS = new ServerAddress("other", 3306);

    final Servers servers = new Servers(() -> 0);

    final Primary primary = servers.primary(ADDRESS);

    final Primary other = servers.primary(OTHER_ADDRESS);

    /** A set of the first primary's GTIDs, such as {@code 1-5}. */
    static GtidSet gtids(String intervals) {
        return GtidSet.parse(UUID_ONE + ":" + intervals);
    }

    /** The answer of a fence that is sent now. */
    FenceOutcome.Answer fence(String intervals) {
        return fence(SendingsFixture.send(servers), intervals);
    }

    static FenceOutcome.Answer fence(long ticket, String intervals) {
        return new FenceOutcome.Answer(ticket, gtids(intervals), UUID_ONE);
    }
}
