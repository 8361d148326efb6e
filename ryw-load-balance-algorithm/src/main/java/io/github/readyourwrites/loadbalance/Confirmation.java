package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Asks the primary who it is, and what it has, before it serves a read for want of a replica: it may have been replaced by
 * a server that lacks the floor, which nothing else would tell. Thread-safe; reads that fall back at one time share the
 * answer.
 */
final class Confirmation {

    private final RoutingConfiguration configuration;

    private final Servers servers;

    private final Primary primary;

    private final ReadFloors floors;

    private final Refusals refusals;

    /** Of the write data source. */
    private final PooledServer pooled;

    private final WaitBudget budget;

    /** The primary that answered last, and since when. Guarded by this. */
    private @Nullable UUID server;

    /** Guarded by this. */
    private long sinceNanos;

    Confirmation(
            RoutingConfiguration configuration,
            Servers.Watched watched,
            ReadFloors floors,
            Refusals refusals,
            PooledServer pooled,
            WaitBudget budget) {
        this.configuration = configuration;
        servers = watched.servers();
        primary = watched.primary();
        this.floors = floors;
        this.refusals = refusals;
        this.pooled = pooled;
        this.budget = budget;
        server = primary.serverUuid();
        sinceNanos = servers.clock().getAsLong();
    }

    /**
     * Returns if the primary may serve the read at hand. Blocks until {@link WaitBudget#deadlineAtPrimaryNanos} at most.
     *
     * @param reason why it is to serve it
     * @param floor what the read must see as far as routing knows: more than its floors say where it is STRONG
     * @param replicas their states in words, for the error
     * @throws SQLException transient, if it may be another server or lack the floor
     */
    void confirm(RouteReason reason, GtidSet floor, List<String> available, Replicas replicas, RoutingPass pass)
            throws SQLException {
        List<Floor> own = floors.of(pass);
        GtidSet asked = ReadFloors.position(own);
        boolean isNeeded = switch (reason) {
            // A primary that is all there is to read from would be asked all the time.
            case PRIMARY_NO_REPLICA ->
                primary.isInDoubt() ? !own.isEmpty() : !primary.known().contains(asked);
            case PRIMARY_WITHOUT_FENCE -> true;
            default -> primary.isInDoubt() || !floor.isEmpty();
        };
        if (!isNeeded) {
            return;
        }
        long deadline = budget.deadlineAtPrimaryNanos(pass, servers.clock());
        // Taken after the floor: an answer that was sent for before may lack what was committed since.
        FenceOutcome outcome = primary.fence(servers.tickets().now(), deadline);
        pass.waited();
        GtidSet stillAsked = asked.intersect(ReadFloors.position(floors.of(pass)));
        if (outcome instanceof FenceOutcome.Failure failure) {
            // One that is slow has what is known to have been committed on it; of the rest nobody knows.
            if (failure.isVoid() || primary.isInDoubt() || !primary.known().contains(stillAsked)) {
                throw refusals.noFence(failure, replicas.describe(available), pass);
            }
        } else if (outcome instanceof FenceOutcome.Answer answer) {
            pooled.leadsTo(answer.serverUuid());
            requireNothingLacks(stillAsked, answer, pass);
        }
    }

    /**
     * What other instances committed is not in what is known here of the primary, so no fence is void for want of it. A
     * new primary may get it from its relay log; later it is gone.
     */
    private void requireNothingLacks(GtidSet asked, FenceOutcome.Answer answer, RoutingPass pass) throws SQLException {
        boolean isNew = isNew(answer.serverUuid());
        if (answer.position().contains(asked)) {
            return;
        }
        boolean isError = isNew || configuration.onLostWrite() == LostWriteAction.ERROR;
        lacks(asked.subtract(answer.position()), answer.serverUuid(), isError, pass);
    }

    /**
     * The same for what the session has seen on a replica, of a server that the primary follows or is.
     *
     * @throws SQLException transient, as long as the primary is new and may get it
     */
    void requireLasting(GtidSet lacking, UUID answering, RoutingPass pass) throws SQLException {
        boolean isNew = isNew(answering);
        if (!lacking.isEmpty()) {
            lacks(lacking, answering, isNew, pass);
        }
    }

    private void lacks(GtidSet lacking, UUID answering, boolean isError, RoutingPass pass) throws SQLException {
        if (isError) {
            throw refusals.primaryLacks(lacking, answering, pass);
        }
        refusals.logLacking(lacking, answering);
    }

    /** Whether the server became the primary less than {@code lost-write-grace-milliseconds} ago, as far as was seen. */
    private synchronized boolean isNew(UUID answering) {
        long now = servers.clock().getAsLong();
        if (!answering.equals(server)) {
            server = answering;
            sinceNanos = now;
        }
        return now - sinceNanos < configuration.lostWriteGrace().toNanos();
    }
}
