package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Another server in a primary's place, which gets no more of what it lacks. */
public final class FailoverFixture implements FenceLink {

    private final Reply reply;

    private FailoverFixture(Reply reply) {
        this.reply = reply;
    }

    /** A fence finds {@code server}, which has executed {@code executed} only. */
    public static void failOver(Servers servers, Primary primary, UUID server, GtidSet executed) throws SQLException {
        primary.judge(
                SendingsFixture.send(servers),
                new FailoverFixture(new Reply(GtidSet.empty(), executed, server, false)));
    }

    @Override
    public Reply ask() {
        return reply;
    }

    @Override
    public RelayLog relayLog(GtidSet executed) {
        return RelayLog.NONE;
    }

    @Override
    public @Nullable Set<Long> connectionsOf(String username) {
        return null;
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
