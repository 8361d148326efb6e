package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.UUID;

/** The connection that fences of one primary are taken on. Used by one thread at a time; every call is bounded. */
interface FenceLink extends AutoCloseable {

    /** Asks for owned, then executed GTIDs, in this order. */
    Reply ask() throws SQLException;

    /** Whether the server still applies events of its relay log; false where the account may not see it. */
    boolean appliesRelayLog(GtidSet executed) throws SQLException;

    /** Whether the connection with this id is known to be gone from the process list; false if that cannot be seen. */
    boolean isGone(long connectionId, String username) throws SQLException;

    /** Ends a call that another thread is blocked in, and the link with it. Never throws, never blocks. */
    void abort();

    /** Never throws. */
    @Override
    void close();

    /** What the primary answered. */
    record Reply(GtidSet owned, GtidSet executed, UUID serverUuid, boolean readOnly) {}

    /** Makes links. */
    @FunctionalInterface
    interface Source {
        FenceLink open() throws SQLException;
    }
}
