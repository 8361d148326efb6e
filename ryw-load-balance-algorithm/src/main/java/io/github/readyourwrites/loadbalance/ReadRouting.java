package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.List;

/**
 * Decides where one group's reads go: to a replica that has the read's floor, else, after a wait, where {@code
 * on-wait-timeout} says. Thread-safe; blocks for the pass's budget at most. Where a replica has the floor already, no lock
 * is taken and nothing allocated.
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

    private final WaitBudget budget;

    ReadRouting(
            RoutingConfiguration configuration,
            Servers.Watched watched,
            Replicas replicas,
            Target write,
            RouteCounters counters,
            Fallback fallback) {
        this.configuration = configuration;
        servers = watched.servers();
        primary = watched.primary();
        this.replicas = replicas;
        this.write = write;
        this.counters = counters;
        this.fallback = fallback;
        budget = new WaitBudget(configuration, replicas);
    }

    String route(List<String> available, RoutingPass pass) throws SQLException {
        // Taken first: a fence must have been sent after the read began.
        long begun = servers.tickets().now();
        ReadView view = ReadView.current();
        if (view.isPrimaryRequested()) {
            return counters.decided(write, RouteReason.PRIMARY_REQUESTED, pass);
        }
        if (available.isEmpty()) {
            return counters.decided(write, RouteReason.PRIMARY_NO_REPLICA, pass);
        }
        ConsistencyLevel level = view.level(configuration.consistencyLevel());
        List<Floor> floors = floors(view, level, pass);
        // The marks before the positions: a fence that closes marks raises the position before.
        long fenceAfter = fenceAfter(level, floors, begun);
        return fenceAfter == NO_FENCE
                ? routeTo(positions(floors, pass), available, pass)
                : routeFenced(view, level, fenceAfter, available, pass);
    }

    private List<Floor> floors(ReadView view, ConsistencyLevel level, RoutingPass pass) {
        List<Floor> result = pass.floors();
        view.addFloors(
                level, primary, configuration.sessionIncludesSessionless(), configuration.sessionlessScope(), result);
        return result;
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

    private String routeFenced(
            ReadView view, ConsistencyLevel level, long fenceAfter, List<String> available, RoutingPass pass)
            throws SQLException {
        FenceOutcome outcome = primary.fence(fenceAfter, deadline(pass));
        pass.waited();
        if (outcome instanceof FenceOutcome.Failure failure) {
            return fallback.withoutFence(failure, available, pass);
        }
        FenceOutcome.Answer answer = (FenceOutcome.Answer) outcome;
        floors(view, level, pass).forEach(each -> each.fenced(answer));
        List<GtidSet> required = positions(floors(view, level, pass), pass);
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
        return arrived == null
                ? fallback.withoutReplica(RouteReason.PRIMARY_AFTER_WAIT, floor, available, pass)
                : counters.decided(
                        replicas.watchedBy(arrived, available, pass).target(), RouteReason.REPLICA_CAUGHT_UP, pass);
    }
}
