package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A group at run time: its primary and its replicas, watched. Thread-safe. */
interface Group extends AutoCloseable {

    /**
     * Decides where a read goes. May wait: for a replica or a fence at most until the pass's deadline; a read that goes to
     * the primary for want of a replica also for a place there and for the primary to tell who it is.
     *
     * @param available the read data sources that ShardingSphere offers; may be empty
     * @param pass the calling thread's routing pass
     * @return one of the available names, or the name of the write data source
     * @throws SQLException if the read may not be served; reaches the user as it is
     */
    String route(List<String> available, RoutingPass pass) throws SQLException;

    /**
     * Told on the routing thread that a read goes to the write data source without {@link #route} being asked. Blocks only
     * under {@code monotonic-reads}, and no longer than {@link PrimaryCatchUp}.
     *
     * @param reason {@link RouteReason#TRANSACTION_ON_PRIMARY} or {@link RouteReason#PRIMARY_REQUESTED}
     * @throws SQLException if the read may not be served; reaches the user as it is
     */
    void routedToPrimary(RouteReason reason) throws SQLException;

    /**
     * Whether a writing transaction of the calling thread's session is open on the primary, however it was begun: of one
     * begun as text (BEGIN) ShardingSphere does not know.
     */
    boolean isWriting();

    /** Told on the executing thread that a statement ran on the write data source and no tracker saw it. */
    void untrackedStatement();

    /**
     * Told on the executing thread that a statement lost, or did not get, its connection to a read data source.
     *
     * @param dataSourceName the read data source
     * @param ex what the driver threw
     */
    void readFailed(String dataSourceName, SQLException ex);

    /**
     * Told on the executing thread that a statement that reads is about to run.
     *
     * @param dataSourceName one of the group's, the write data source among them
     * @return to be told when it has succeeded; null unless {@code monotonic-reads} is on and a session is open
     */
    @Nullable
    MonotonicRead readBegins(String dataSourceName);

    /**
     * Told on the executing thread that a statement is about to run on the write data source: where its address is known to
     * lead to another server by now, the pool is told to part with its connections to the old one. Does not block.
     */
    default void writeBegins() {}

    /**
     * Told on the executing thread that a statement lost, or did not get, its connection to the write data source, behind
     * which another server may be by now.
     *
     * @param ex what the driver threw
     */
    void writeFailed(SQLException ex);

    GroupDescriptor descriptor();

    /** Decisions so far, by reason. */
    Map<RouteReason, Long> decisions();

    /** Stops everything that belongs to this group alone. Idempotent. */
    @Override
    void close();
}
