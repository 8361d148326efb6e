package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.LastRead;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides where one group's reads go: to a replica that has the read's floor, else, after a wait, where {@code
 * on-wait-timeout} says. Thread-safe; blocks for a replica or a fence no longer than the pass's budget, and where the read
 * goes to the primary also for what {@link Fallback} and {@link PrimaryCatchUp} block for. Where a replica has the floor
 * already, no lock is taken and nothing allocated.
 */
final class ReadRouting {

    private static final long NO_FENCE = -1;

    private final RoutingConfiguration configuration;

    private final Servers servers;

    private final Primary primary;

    private final Replicas replicas;

    private final Target write;

    private final RouteCounters counters;

    private final Fallback fallback;

    private final PrimaryCatchUp catchUp;

    private final ReadFloors floors;

    /** Of the write data source. */
    private final PooledServer pooled;

    private final WaitBudget budget;

    ReadRouting(
            RoutingConfiguration configuration,
            Servers.Watched watched,
            Replicas replicas,
            Target write,
            RouteCounters counters,
            Fallback fallback,
            PrimaryCatchUp catchUp,
            ReadFloors floors,
            PooledServer pooled,
            WaitBudget budget) {
        this.configuration = configuration;
        servers = watched.servers();
        primary = watched.primary();
        this.replicas = replicas;
        this.write = write;
        this.counters = counters;
        this.fallback = fallback;
        this.catchUp = catchUp;
        this.floors = floors;
        this.pooled = pooled;
        this.budget = budget;
    }

    String route(List<String> available, RoutingPass pass) throws SQLException {
        // Taken first: a fence must have been sent after the read began.
        long begun = servers.tickets().now();
        ReadView view = pass.view();
        if (view.isPrimaryRequested()) {
            return toPrimary(RouteReason.PRIMARY_REQUESTED, pass);
        }
        ConsistencyLevel level = view.level(configuration.consistencyLevel());
        if (available.isEmpty()) {
            return fallback.withoutOffer(pass);
        }
        LastRead last = configuration.monotonicReads() ? lastRead(view, level) : null;
        if (last != null) {
            return routeMonotonic(view, level, begun, last, available, pass);
        }
        List<Floor> required = floors.of(view, level, pass);
        // The marks before the positions: a fence that closes marks raises the position before.
        long fenceAfter = fenceAfter(level, required, begun);
        return fenceAfter == NO_FENCE
                ? routeTo(positions(required, pass), available, pass)
                : routeFenced(view, level, fenceAfter, available, pass);
    }

    /** The read is bound to the primary, whatever the replicas have. */
    String toPrimary(RouteReason reason, RoutingPass pass) throws SQLException {
        catchUp.await(reason, pass);
        return counters.decided(write, reason, pass);
    }

    private long fenceAfter(ConsistencyLevel level, List<Floor> floors, long begun) {
        if (level == ConsistencyLevel.EVENTUAL) {
            return NO_FENCE;
        }
        if (level == ConsistencyLevel.STRONG || primary.isUntracked()) {
            return begun;
        }
        long result = NO_FENCE;
        for (int i = 0; i < floors.size(); i++) {
            if (floors.get(i).needsFence()) {
                result = Math.max(result, floors.get(i).fenceAfter());
            }
        }
        return result;
    }

    private static List<GtidSet> positions(List<Floor> floors, RoutingPass pass) {
        List<GtidSet> result = pass.positions();
        for (int i = 0; i < floors.size(); i++) {
            GtidSet position = floors.get(i).position();
            // One that was trimmed to nothing asks for nothing.
            if (!position.isEmpty()) {
                result.add(position);
            }
        }
        return result;
    }

    private @Nullable LastRead lastRead(ReadView view, ConsistencyLevel level) {
        Floor floor = level == ConsistencyLevel.EVENTUAL ? null : view.sessionFloor(primary);
        return floor == null ? null : floor.lastRead();
    }

    /**
     * To a replica that has all that the last one showed, or to that one itself; a fence sent after the last read decides
     * where nobody knows what that is.
     */
    private String routeMonotonic(
            ReadView view, ConsistencyLevel level, long begun, LastRead last, List<String> available, RoutingPass pass)
            throws SQLException {
        List<Floor> own = floors.of(view, level, pass);
        if (fenceAfter(level, own, begun) != NO_FENCE) {
            return routeFenced(view, level, begun, available, pass);
        }
        List<GtidSet> required = positions(own, pass);
        GtidSet seen = last.seen();
        Replica same = replicas.lastRead(last, available, pass);
        if (seen != null) {
            required.add(seen);
        }
        Replica picked = replicas.preferred(required, available, pass);
        if (picked == null && seen != null) {
            picked = replicas.pick(required, available, pass);
        }
        if (picked != null && (seen != null || picked == same)) {
            return counters.decided(picked.target(), RouteReason.REPLICA_HAD_FLOOR, pass);
        }
        if (same != null && Replicas.mayServe(same, positions(own, pass), pass)) {
            return counters.decided(same.target(), RouteReason.REPLICA_HAD_FLOOR, pass);
        }
        if (seen == null) {
            return routeFenced(view, level, begun, available, pass);
        }
        required = positions(own, pass);
        required.add(seen);
        return routeTo(required, available, pass);
    }

    private String routeFenced(
            ReadView view, ConsistencyLevel level, long fenceAfter, List<String> available, RoutingPass pass)
            throws SQLException {
        FenceOutcome outcome = primary.fence(fenceAfter, deadline(pass));
        pass.waited();
        if (outcome instanceof FenceOutcome.Failure failure) {
            return fallback.withoutFence(failure, primary.isInDoubt(), available, pass);
        }
        FenceOutcome.Answer answer = (FenceOutcome.Answer) outcome;
        pooled.leadsTo(answer.serverUuid());
        floors.of(view, level, pass).forEach(each -> each.fenced(answer));
        List<GtidSet> required = positions(floors.of(view, level, pass), pass);
        required.add(answer.position());
        return routeTo(required, available, pass);
    }

    private long deadline(RoutingPass pass) {
        return pass.deadlineNanos(budget.nanos());
    }

    private String routeTo(List<GtidSet> required, List<String> available, RoutingPass pass) throws SQLException {
        RouteReason reason = required.isEmpty() ? RouteReason.NO_FLOOR : RouteReason.REPLICA_HAD_FLOOR;
        Replica preferred = replicas.preferred(required, available, pass);
        if (preferred != null) {
            return counters.decided(
                    preferred.target(), pass.inTransaction() ? RouteReason.TRANSACTION_REPLICA : reason, pass);
        }
        Replica picked = replicas.pick(required, available, pass);
        if (picked != null) {
            return counters.decided(picked.target(), reason, pass);
        }
        return required.isEmpty() ? fallback.withoutCurrent(available, pass) : awaitReplica(required, available, pass);
    }

    /** Those that may arrive within so many nanoseconds; all of them where there is no time anyway. */
    private static List<ReplicaMonitor> expectedBy(long nanos, List<ReplicaMonitor> candidates, GtidSet floor) {
        return nanos <= 0
                ? candidates
                : candidates.stream()
                        .filter(each -> each.expectedNanos(floor) <= nanos)
                        .toList();
    }

    private String awaitReplica(List<GtidSet> required, List<String> available, RoutingPass pass) throws SQLException {
        List<ReplicaMonitor> candidates = replicas.healthy(available, pass);
        GtidSet floor = required.stream().reduce(GtidSet.empty(), GtidSet::union);
        if (candidates.isEmpty()) {
            return fallback.withoutReplica(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, floor, available, pass);
        }
        long deadline = deadline(pass);
        candidates = expectedBy(deadline - pass.nowNanos(), candidates, floor);
        if (candidates.isEmpty()) {
            return fallback.withoutReplica(RouteReason.PRIMARY_NO_REPLICA_IN_TIME, floor, available, pass);
        }
        ReplicaMonitor arrived = ReplicaMonitor.awaitFirst(candidates, floor, deadline, servers.clock());
        pass.waited();
        Replica replica = arrived == null ? null : replicas.watchedBy(arrived, available, pass);
        // What arrived may be another server than the pool's connections lead to.
        return replica == null || !replica.has(required, pass.clock())
                ? fallback.withoutReplica(RouteReason.PRIMARY_AFTER_WAIT, floor, available, pass)
                : counters.decided(replica.target(), RouteReason.REPLICA_CAUGHT_UP, pass);
    }
}
