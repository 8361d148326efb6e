package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The connection that one primary's heartbeat is taken on. Used by one thread at a time; every call is bounded in time. */
interface HeartbeatLink extends ServerLink {

    /** Whether there is a heartbeat table that this account may read. */
    boolean hasTable() throws SQLException;

    /** Makes the plugin's own table. */
    void createTable() throws SQLException;

    /** What the primary has executed and, if {@code withTable}, what the table says. One statement. */
    Pulse read(boolean withTable) throws SQLException;

    /**
     * Writes the plugin's own table, unless its row is younger than {@code age}: then somebody else has just done so.
     *
     * @return whether this call wrote
     */
    boolean write(Duration age) throws SQLException;

    SemiSync semiSync() throws SQLException;

    /**
     * What the primary answered.
     *
     * @param stamp what the heartbeat's writer wrote last; null if there is nothing
     * @param ageMicros how old the row of the plugin's own table is on the primary's clock; null if that is not known
     */
    record Pulse(
            GtidSet executed,
            UUID serverUuid,
            boolean readOnly,
            @Nullable String stamp,
            @Nullable Long ageMicros) {}

    /** Makes links. */
    @FunctionalInterface
    interface Source {
        HeartbeatLink open() throws SQLException;
    }
}
