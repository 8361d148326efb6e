package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The connection that fences of one primary are taken on. Used by one thread at a time; every call is bounded. */
interface FenceLink extends ServerLink {

    /** Asks for owned, then executed GTIDs, in this order. */
    Reply ask() throws SQLException;

    /** Whether the server, which has executed {@code executed}, may still get more from its relay log. */
    RelayLog relayLog(GtidSet executed) throws SQLException;

    /**
     * Which connections the process list shows.
     *
     * @return the ids of all connections of {@code username}, or null if this account may not see them
     */
    @Nullable
    Set<Long> connectionsOf(String username) throws SQLException;

    /** What the primary answered. */
    record Reply(GtidSet owned, GtidSet executed, UUID serverUuid, boolean readOnly) {}

    /** Makes links. */
    @FunctionalInterface
    interface Source {
        FenceLink open() throws SQLException;
    }
}
