package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;

/** Fences that a primary answers as the test says. */
public final class FenceFixture implements FenceLink {

    private final Reply reply;

    private FenceFixture(Reply reply) {
        this.reply = reply;
    }

    /** The primary's address leads to {@code server}, which has executed and owns this. */
    public static void answer(Servers servers, Primary primary, UUID server, GtidSet executed, GtidSet owned)
            throws SQLException {
        primary.judge(SendingsFixture.send(servers), new FenceFixture(new Reply(owned, executed, server, false)));
    }

    @Override
    public Reply ask() {
        return reply;
    }

    @Override
    public RelayLog relayLog(GtidSet gtids) {
        return RelayLog.NONE;
    }

    @Override
    public Set<Long> connectionsOf(String username) {
        return Set.of();
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
