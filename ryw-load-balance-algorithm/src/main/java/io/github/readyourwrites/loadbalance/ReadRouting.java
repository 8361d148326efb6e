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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides where one group's reads go: to a replica that has the read's floor, else, after a wait, where {@code
 * on-wait-timeout} says. Thread-safe; blocks for the pass's budget at most.
 */
final class ReadRouting {

    private static final long NO_FENCE = -1;

    private final GroupDescriptor descriptor;

    private final RoutingConfiguration configuration;

    private final Servers servers;

    private final Primary primary;

    private final Map<String, ReplicaMonitor> replicas;

    private final RouteCounters counters;

    private final Refusals refusals;

    ReadRouting(
            GroupDescriptor descriptor,
            Servers servers,
            Primary primary,
            Map<String, ReplicaMonitor> replicas,
            RouteCounters counters) {
        this.descriptor = descriptor;
        configuration = descriptor.configuration();
        this.servers = servers;
        this.primary = primary;
        this.replicas = replicas;
        this.counters = counters;
        refusals = new Refusals(descriptor, counters);
    }

    String route(List<String> available, RoutingPass pass) throws SQLException {
        // Taken first: a fence must have been sent after the read began.
        long begun = servers.tickets().now();
        ReadView view = ReadView.current();
        if (view.isPrimaryRequested()) {
            return toPrimary(RouteReason.PRIMARY_REQUESTED, 0);
        }
        if (available.isEmpty()) {
            return toPrimary(RouteReason.PRIMARY_NO_REPLICA, 0);
        }
        refusals.checkNames(available, replicas.keySet());
        ConsistencyLevel level = view.level(configuration.consistencyLevel());
        List<Floor> floors = floors(view, level);
        long fenceAfter = fenceAfter(level, floors, begun);
        if (fenceAfter != NO_FENCE) {
            return routeFenced(view, level, fenceAfter, available, pass);
        }
        return floors.isEmpty()
                ? routeTo(List.of(), RouteReason.NO_FLOOR, available, pass, 0)
                : routeTo(positions(floors), RouteReason.REPLICA_HAD_FLOOR, available, pass, 0);
    }

    private List<Floor> floors(ReadView view, ConsistencyLevel level) {
        return view.floors(
                level, primary, configuration.sessionIncludesSessionless(), configuration.sessionlessScope());
    }

    private long fenceAfter(ConsistencyLevel level, List<Floor> floors, long begun) {
        if (level == ConsistencyLevel.EVENTUAL) {
            return NO_FENCE;
        }
        if (level == ConsistencyLevel.STRONG || primary.isUntracked()) {
            return begun;
        }
        long result = NO_FENCE;
        for (Floor each : floors) {
            if (each.needsFence()) {
                result = Math.max(result, each.fenceAfter());
            }
        }
        return result;
    }

    private static List<GtidSet> positions(List<Floor> floors) {
        List<GtidSet> result = new ArrayList<>(floors.size() + 1);
        for (Floor each : floors) {
            result.add(each.position());
        }
        return result;
    }

    private String routeFenced(
            ReadView view, ConsistencyLevel level, long fenceAfter, List<String> available, RoutingPass pass)
            throws SQLException {
        long start = servers.clock().getAsLong();
        FenceOutcome outcome = primary.fence(fenceAfter, deadline(pass));
        long waited = Math.max(1, servers.clock().getAsLong() - start);
        if (outcome instanceof FenceOutcome.Failure failure) {
            return withoutFence(failure, available, waited);
        }
        FenceOutcome.Answer answer = (FenceOutcome.Answer) outcome;
        for (Floor each : floors(view, level)) {
            each.fenced(answer);
        }
        List<GtidSet> required = positions(floors(view, level));
        required.add(answer.position());
        return routeTo(required, RouteReason.REPLICA_HAD_FLOOR, available, pass, waited);
    }

    private long deadline(RoutingPass pass) {
        return pass.deadlineNanos(configuration.waitTimeout().toNanos());
    }

    private String routeTo(
            List<GtidSet> required, RouteReason reason, List<String> available, RoutingPass pass, long waited)
            throws SQLException {
        String preferred = pass.preferred();
        if (preferred != null && available.contains(preferred) && isEligible(preferred, required)) {
            return counters.decided(preferred, pass.inTransaction() ? RouteReason.TRANSACTION_REPLICA : reason, waited);
        }
        String target = pick(available, required);
        return target == null
                ? awaitReplica(required, available, pass, waited)
                : counters.decided(target, reason, waited);
    }

    /** The inner load balancer's choice, or the next one in the list that is healthy and has what is required. */
    private @Nullable String pick(List<String> available, List<GtidSet> required) {
        int first = Math.max(0, available.indexOf(descriptor.inner().pick(descriptor.name(), available)));
        for (int i = 0; i < available.size(); i++) {
            String each = available.get((first + i) % available.size());
            if (isEligible(each, required)) {
                return each;
            }
        }
        return null;
    }

    private boolean isEligible(String name, List<GtidSet> required) {
        ReplicaMonitor replica = replicas.get(name);
        GtidSet executed = replica == null ? null : replica.executed();
        if (executed == null) {
            return false;
        }
        for (GtidSet each : required) {
            if (!executed.contains(each)) {
                return false;
            }
        }
        return true;
    }

    private String awaitReplica(List<GtidSet> required, List<String> available, RoutingPass pass, long waitedBefore)
            throws SQLException {
        List<ReplicaMonitor> candidates = new ArrayList<>(available.size());
        for (String each : available) {
            ReplicaMonitor replica = replicas.get(each);
            if (replica != null && replica.executed() != null) {
                candidates.add(replica);
            }
        }
        GtidSet floor = required.stream().reduce(GtidSet.empty(), GtidSet::union);
        if (candidates.isEmpty()) {
            return without(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, floor, available, waitedBefore);
        }
        long start = servers.clock().getAsLong();
        ReplicaMonitor arrived = ReplicaMonitor.awaitFirst(candidates, floor, deadline(pass), servers.clock());
        long waited = waitedBefore + Math.max(1, servers.clock().getAsLong() - start);
        if (arrived == null) {
            return without(RouteReason.PRIMARY_AFTER_WAIT, floor, available, waited);
        }
        for (String each : available) {
            if (replicas.get(each) == arrived) {
                return counters.decided(each, RouteReason.REPLICA_CAUGHT_UP, waited);
            }
        }
        throw new IllegalStateException("a replica arrived that nobody waited for: " + arrived.address());
    }

    /** No replica has the floor: what {@code on-wait-timeout} says. */
    private String without(RouteReason reason, GtidSet floor, List<String> available, long waited) throws SQLException {
        return switch (configuration.onWaitTimeout()) {
            case PRIMARY -> toPrimary(reason, waited);
            case ERROR -> throw refusals.noReplica(floor, available, replicas, waited);
            case STALE -> stale(reason, available, waited);
        };
    }

    /**
     * The primary did not tell its position. One that cannot be asked may still be read from, since it has what was
     * committed on it; one that may itself be behind must not.
     */
    private String withoutFence(FenceOutcome.Failure failure, List<String> available, long waited) throws SQLException {
        if (configuration.onWaitTimeout() == WaitTimeoutAction.STALE) {
            return stale(RouteReason.PRIMARY_WITHOUT_FENCE, available, waited);
        }
        if (failure.isVoid() || configuration.onWaitTimeout() == WaitTimeoutAction.ERROR) {
            throw refusals.noFence(failure, available, replicas, waited);
        }
        return toPrimary(RouteReason.PRIMARY_WITHOUT_FENCE, waited);
    }

    private String stale(RouteReason otherwise, List<String> available, long waited) {
        String target = pick(available, List.of());
        if (target == null) {
            return toPrimary(otherwise, waited);
        }
        refusals.logStale(target, otherwise);
        return counters.decided(target, RouteReason.STALE_ALLOWED, waited);
    }

    private String toPrimary(RouteReason reason, long waited) {
        return counters.decided(descriptor.write().name(), reason, waited);
    }
}
