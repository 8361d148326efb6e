package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One connection of a monitor to its server. Used by one thread at a time; every call is bounded in time. */
interface ReplicaLink extends ServerLink {

    /** What the server has executed now. */
    Position position() throws SQLException;

    /**
     * Blocks until the server has executed {@code floor}, for about a second at most. One statement.
     *
     * @return what the server had executed then: {@code floor} among it unless the time was over; null if the server
     *     refused to wait
     */
    @Nullable
    Position awaitExecuted(GtidSet floor) throws SQLException;

    /** What the server's own replication threads do; null if the account may not see it, or it follows no server. */
    default @Nullable ReplicationThreads replication() throws SQLException {
        return null;
    }

    /** From now on positions tell what is owned, too. */
    default void observeOwned() {}

    /** The server's executed set and identity, read in one statement; what it owned, where that was asked for. */
    record Position(GtidSet executed, UUID serverUuid, GtidSet owned) {

        Position(GtidSet executed, UUID serverUuid) {
            this(executed, serverUuid, GtidSet.empty());
        }

        Position with(GtidSet more) {
            return new Position(executed.union(more), serverUuid, owned);
        }
    }

    /** Makes links. */
    @FunctionalInterface
    interface Source {

        /** Connects; {@code blocking} links may be asked to {@link ReplicaLink#awaitExecuted wait}. */
        ReplicaLink open(boolean blocking) throws SQLException;
    }
}
