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
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Decides where one group's reads go: to a replica that has the read's floor, else, after a wait, where {@code
 * on-wait-timeout} says. Thread-safe; blocks for the pass's budget at most. Where a replica has the floor already, no lock
 * is taken and nothing allocated.
 */
final class ReadRouting {

    private static final long NO_FENCE = -1;

    /** What a fallback to the primary waits for its answer where the budget is used up. */
    private static final long CONFIRMATION_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final RoutingConfiguration configuration;

    private final Servers servers;

    private final Primary primary;

    private final Replicas replicas;

    private final Target write;

    private final RouteCounters counters;

    private final Fallback fallback;

    private final Refusals refusals;

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
            Refusals refusals,
            PooledServer pooled) {
        this.configuration = configuration;
        servers = watched.servers();
        primary = watched.primary();
        this.replicas = replicas;
        this.write = write;
        this.counters = counters;
        this.fallback = fallback;
        this.refusals = refusals;
        this.pooled = pooled;
        budget = new WaitBudget(configuration, replicas);
    }

    String route(List<String> available, RoutingPass pass) throws SQLException {
        // Taken first: a fence must have been sent after the read began.
        long begun = servers.tickets().now();
        ReadView view = ReadView.current();
        if (view.isPrimaryRequested()) {
            return counters.decided(write, RouteReason.PRIMARY_REQUESTED, pass);
        }
        ConsistencyLevel level = view.level(configuration.consistencyLevel());
        if (available.isEmpty()) {
            return withoutAnyReplica(view, level, begun, available, pass);
        }
        LastRead last = configuration.monotonicReads() ? lastRead(view, level) : null;
        if (last != null) {
            return routeMonotonic(view, level, begun, last, available, pass);
        }
        List<Floor> floors = floors(view, level, pass);
        // The marks before the positions: a fence that closes marks raises the position before.
        long fenceAfter = fenceAfter(level, floors, begun);
        return fenceAfter == NO_FENCE
                ? routeTo(positions(floors, pass), begun, available, pass)
                : routeFenced(view, level, begun, fenceAfter, available, pass);
    }

    private List<Floor> floors(ReadView view, ConsistencyLevel level, RoutingPass pass) throws SQLException {
        List<Floor> result = pass.floors();
        view.addFloors(
                level, primary, configuration.sessionIncludesSessionless(), configuration.sessionlessScope(), result);
        for (int i = 0; i < result.size(); i++) {
            if (result.get(i).mayHaveLost()) {
                trim(result, pass);
            }
        }
        return result;
    }

    private void trim(List<Floor> floors, RoutingPass pass) throws SQLException {
        GtidSet lost = GtidSet.empty();
        for (Floor each : floors) {
            lost = lost.union(each.trim());
        }
        if (!lost.isEmpty() && configuration.onLostWrite() == LostWriteAction.ERROR) {
            throw refusals.lostWrite(lost, pass);
        }
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
            result.add(floors.get(i).position());
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
        List<Floor> floors = floors(view, level, pass);
        if (fenceAfter(level, floors, begun) != NO_FENCE) {
            return routeFenced(view, level, begun, begun, available, pass);
        }
        List<GtidSet> required = positions(floors, pass);
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
        if (same != null && Replicas.mayServe(same, positions(floors, pass), pass)) {
            return counters.decided(same.target(), RouteReason.REPLICA_HAD_FLOOR, pass);
        }
        if (seen == null) {
            return routeFenced(view, level, begun, begun, available, pass);
        }
        required = positions(floors, pass);
        required.add(seen);
        return routeTo(required, begun, available, pass);
    }

    private String routeFenced(
            ReadView view,
            ConsistencyLevel level,
            long begun,
            long fenceAfter,
            List<String> available,
            RoutingPass pass)
            throws SQLException {
        FenceOutcome outcome = primary.fence(fenceAfter, deadline(pass));
        pass.waited();
        if (outcome instanceof FenceOutcome.Failure failure) {
            return fallback.withoutFence(failure, primary.isInDoubt(), available, pass);
        }
        FenceOutcome.Answer answer = (FenceOutcome.Answer) outcome;
        pooled.leadsTo(answer.serverUuid());
        floors(view, level, pass).forEach(each -> each.fenced(answer));
        List<GtidSet> required = positions(floors(view, level, pass), pass);
        required.add(answer.position());
        return routeTo(required, begun, available, pass);
    }

    private long deadline(RoutingPass pass) {
        return pass.deadlineNanos(budget.nanos());
    }

    private String routeTo(List<GtidSet> required, long begun, List<String> available, RoutingPass pass)
            throws SQLException {
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
        return required.isEmpty()
                ? withoutCurrent(begun, available, pass)
                : awaitReplica(required, begun, available, pass);
    }

    private String withoutCurrent(long begun, List<String> available, RoutingPass pass) throws SQLException {
        if (primary.isInDoubt()) {
            confirmPrimary(begun, available, pass);
        }
        return fallback.withoutCurrent(available, pass);
    }

    /** Those that may arrive within so many nanoseconds; all of them where there is no time anyway. */
    private static List<ReplicaMonitor> expectedBy(long nanos, List<ReplicaMonitor> candidates, GtidSet floor) {
        return nanos <= 0
                ? candidates
                : candidates.stream()
                        .filter(each -> each.expectedNanos(floor) <= nanos)
                        .toList();
    }

    private String awaitReplica(List<GtidSet> required, long begun, List<String> available, RoutingPass pass)
            throws SQLException {
        List<ReplicaMonitor> candidates = replicas.healthy(available, pass);
        GtidSet floor = required.stream().reduce(GtidSet.empty(), GtidSet::union);
        if (candidates.isEmpty()) {
            return withoutReplica(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, floor, begun, available, pass);
        }
        long deadline = deadline(pass);
        candidates = expectedBy(deadline - pass.nowNanos(), candidates, floor);
        if (candidates.isEmpty()) {
            return withoutReplica(RouteReason.PRIMARY_NO_REPLICA_IN_TIME, floor, begun, available, pass);
        }
        ReplicaMonitor arrived = ReplicaMonitor.awaitFirst(candidates, floor, deadline, servers.clock());
        pass.waited();
        Replica replica = arrived == null ? null : replicas.watchedBy(arrived, available, pass);
        // What arrived may be another server than the pool's connections lead to.
        return replica == null || !replica.has(required, pass.clock())
                ? withoutReplica(RouteReason.PRIMARY_AFTER_WAIT, floor, begun, available, pass)
                : counters.decided(replica.target(), RouteReason.REPLICA_CAUGHT_UP, pass);
    }

    private String withoutReplica(
            RouteReason reason, GtidSet floor, long begun, List<String> available, RoutingPass pass)
            throws SQLException {
        if (configuration.onWaitTimeout() == WaitTimeoutAction.PRIMARY && !floor.isEmpty()) {
            confirmPrimary(begun, available, pass);
        }
        return fallback.withoutReplica(reason, floor, available, pass);
    }

    private String withoutAnyReplica(
            ReadView view, ConsistencyLevel level, long begun, List<String> available, RoutingPass pass)
            throws SQLException {
        // A primary that is all there is to read from would be asked all the time.
        if (primary.isInDoubt() && !floors(view, level, pass).isEmpty()) {
            confirmPrimary(begun, available, pass);
        }
        return fallback.withoutOffer(pass);
    }

    /**
     * Asks the primary who it is before it serves a read with a floor: it may have been replaced by one that lacks the
     * floor, which nothing else would tell. Those that fall back at one time share the answer.
     */
    private void confirmPrimary(long begun, List<String> available, RoutingPass pass) throws SQLException {
        long deadline = Math.max(deadline(pass), servers.clock().getAsLong() + CONFIRMATION_NANOS);
        FenceOutcome outcome = primary.fence(begun, deadline);
        pass.waited();
        if (outcome instanceof FenceOutcome.Failure failure && (failure.isVoid() || primary.isInDoubt())) {
            throw refusals.noFence(failure, replicas.describe(available), pass);
        }
        if (outcome instanceof FenceOutcome.Answer answer) {
            pooled.leadsTo(answer.serverUuid());
        }
        ReadView view = ReadView.current();
        floors(view, view.level(configuration.consistencyLevel()), pass);
    }
}
