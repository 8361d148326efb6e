package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Lets a read that goes to the primary wait, under {@code monotonic-reads}, until the primary shows what its session has
 * seen on a replica. A primary sends a transaction to its replicas once it is in the binary log, and shows it only after
 * the storage engine's commit (MySQL Reference Manual, "The Binary Log"), with semi-synchronous replication after a
 * replica's acknowledgement: so a replica may be ahead. Thread-safe.
 */
final class PrimaryCatchUp {

    /** Between two questions: the storage engine's commit takes about as long. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RoutingConfiguration configuration;

    private final Servers servers;

    private final Primary primary;

    private final Target write;

    private final Refusals refusals;

    /** Of the write data source. */
    private final PooledServer pooled;

    private final WaitBudget budget;

    PrimaryCatchUp(
            RoutingConfiguration configuration,
            Servers.Watched watched,
            Target write,
            Refusals refusals,
            PooledServer pooled,
            WaitBudget budget) {
        this.configuration = configuration;
        servers = watched.servers();
        primary = watched.primary();
        this.write = write;
        this.refusals = refusals;
        this.pooled = pooled;
        this.budget = budget;
    }

    /**
     * Returns once the primary shows what the read at hand must see. Where that is not known it is asked: blocks until
     * {@link WaitBudget#deadlineAtPrimaryNanos} at most. A read of a session that has not read from a replica, or is not to
     * be monotonic, does not wait.
     *
     * @param reason why the read goes to the primary
     * @throws SQLException transient, if the primary does not show it by then, unless stale reads are allowed
     */
    void await(RouteReason reason, RoutingPass pass) throws SQLException {
        Floor floor = configuration.monotonicReads() ? floor(pass.view()) : null;
        if (floor == null || !floor.hasReadElsewhere()) {
            return;
        }
        GtidSet seen = floor.seenElsewhere();
        if (seen != null && !primary.isInDoubt() && primary.known().contains(seen)) {
            return;
        }
        String trouble = askUntilShown(floor, seen, pass);
        pass.waited();
        if (trouble == null) {
            return;
        }
        if (configuration.onWaitTimeout() != WaitTimeoutAction.STALE) {
            throw refusals.notShown(trouble, pass);
        }
        refusals.logStale(write.name(), reason);
        pass.readStale();
    }

    private @Nullable Floor floor(ReadView view) {
        return view.level(configuration.consistencyLevel()) == ConsistencyLevel.EVENTUAL
                ? null
                : view.sessionFloor(primary);
    }

    /** Null once the primary shows {@code seen}, or all that could be seen anywhere if that is null; else why it does not. */
    private @Nullable String askUntilShown(Floor floor, @Nullable GtidSet seen, RoutingPass pass) {
        long deadline = budget.deadlineAtPrimaryNanos(pass, servers.clock());
        // Sent after the session's reads: what a replica has shown them is executed or owned by now.
        FenceOutcome outcome = primary.fence(servers.tickets().now(), deadline);
        if (!(outcome instanceof FenceOutcome.Answer first)) {
            return ((FenceOutcome.Failure) outcome).reason();
        }
        pooled.leadsTo(first.serverUuid());
        // A replica's own transactions never get to the primary.
        GtidSet wanted = seen == null ? first.position() : first.position().intersect(seen);
        while (!primary.known().contains(wanted.subtract(primary.losses().gone()))) {
            LockSupport.parkNanos(PAUSE_NANOS);
            outcome = primary.fence(servers.tickets().now(), deadline);
            if (outcome instanceof FenceOutcome.Failure failure) {
                return failure.reason();
            }
        }
        if (seen == null) {
            floor.shownSince(first.ticket());
        }
        return null;
    }
}
