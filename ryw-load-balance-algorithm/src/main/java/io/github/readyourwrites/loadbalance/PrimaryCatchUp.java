package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.gtid.GtidSetBuilder;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Observation;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.LastRead;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
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

    private final Confirmation confirmation;

    PrimaryCatchUp(
            RoutingConfiguration configuration,
            Servers.Watched watched,
            Target write,
            Refusals refusals,
            PooledServer pooled,
            WaitBudget budget,
            Confirmation confirmation) {
        this.configuration = configuration;
        servers = watched.servers();
        primary = watched.primary();
        this.write = write;
        this.refusals = refusals;
        this.pooled = pooled;
        this.budget = budget;
        this.confirmation = confirmation;
    }

    /**
     * Returns once the primary shows what the read at hand must see. Where that is not known it is asked: blocks until
     * {@link WaitBudget#deadlineAtPrimaryNanos} at most. A read of a session that has not read from a replica, or is not to
     * be monotonic, does not wait.
     *
     * @param reason why the read goes to the primary
     * @throws SQLException transient, if the primary does not show it by then, unless stale reads are allowed; also if it is
     *     a new one that lacks some of it, and may get it
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
    private @Nullable String askUntilShown(Floor floor, @Nullable GtidSet seen, RoutingPass pass) throws SQLException {
        long deadline = budget.deadlineAtPrimaryNanos(pass, servers.clock());
        // Sent after the session's reads: what a replica has shown them is executed or owned by now.
        FenceOutcome outcome = primary.fence(servers.tickets().now(), deadline);
        if (!(outcome instanceof FenceOutcome.Answer first)) {
            return ((FenceOutcome.Failure) outcome).reason();
        }
        pooled.leadsTo(first.serverUuid());
        GtidSet wanted = first.position();
        if (seen != null) {
            wanted = wanted.intersect(seen);
            confirmation.requireLasting(lacking(floor, seen.subtract(wanted)), first.serverUuid(), pass);
        }
        while (!primary.known().contains(wanted.subtract(primary.losses().gone()))) {
            LockSupport.parkNanos(PAUSE_NANOS);
            outcome = primary.fence(servers.tickets().now(), deadline);
            if (outcome instanceof FenceOutcome.Failure) {
                return "it has not finished " + wanted.subtract(primary.known());
            }
        }
        if (seen == null) {
            floor.shownSince(first.ticket());
        }
        return null;
    }

    /** Of what the primary does not have only what it has had or may get: a replica's own transactions it never gets. */
    private GtidSet lacking(Floor floor, GtidSet absent) {
        GtidSet open = absent.subtract(primary.losses().gone());
        LastRead last = floor.lastRead();
        if (open.isEmpty() || last == null) {
            return GtidSet.empty();
        }
        Observation observation = last.server().lastObservation();
        UUID replica = observation == null ? null : observation.serverUuid();
        Set<UUID> sources = primary.known().sources();
        GtidSetBuilder result = GtidSet.builder();
        open.forEachInterval((source, tag, begin, end) -> {
            if (sources.contains(source) && !source.equals(replica)) {
                result.add(source, tag, begin, end);
            }
        });
        return result.build();
    }
}
