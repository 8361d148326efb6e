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

    private final Target write;

    private final Map<String, Replica> replicas;

    private final RouteCounters counters;

    private final Refusals refusals;

    ReadRouting(
            GroupDescriptor descriptor,
            Servers servers,
            Primary primary,
            Target write,
            Map<String, Replica> replicas,
            RouteCounters counters) {
        this.descriptor = descriptor;
        configuration = descriptor.configuration();
        this.servers = servers;
        this.primary = primary;
        this.write = write;
        this.replicas = replicas;
        this.counters = counters;
        refusals = new Refusals(descriptor, counters);
    }

    String route(List<String> available, RoutingPass pass) throws SQLException {
        // Taken first: a fence must have been sent after the read began.
        long begun = servers.tickets().now();
        ReadView view = ReadView.current();
        if (view.isPrimaryRequested()) {
            return toPrimary(RouteReason.PRIMARY_REQUESTED, pass);
        }
        if (available.isEmpty()) {
            return toPrimary(RouteReason.PRIMARY_NO_REPLICA, pass);
        }
        ConsistencyLevel level = view.level(configuration.consistencyLevel());
        List<Floor> floors = floors(view, level, pass);
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
        pass.waited(servers.clock().getAsLong());
        if (outcome instanceof FenceOutcome.Failure failure) {
            return withoutFence(failure, available, pass);
        }
        FenceOutcome.Answer answer = (FenceOutcome.Answer) outcome;
        floors(view, level, pass).forEach(each -> each.fenced(answer));
        List<GtidSet> required = positions(floors(view, level, pass), pass);
        required.add(answer.position());
        return routeTo(required, available, pass);
    }

    private long deadline(RoutingPass pass) {
        return pass.deadlineNanos(configuration.waitTimeout().toNanos());
    }

    private String routeTo(List<GtidSet> required, List<String> available, RoutingPass pass)
            throws SQLException {
        String preferred = pass.preferred();
        RouteReason reason = required.isEmpty() ? RouteReason.NO_FLOOR : RouteReason.REPLICA_HAD_FLOOR;
        if (preferred != null && available.contains(preferred)) {
            Replica kept = replica(preferred, pass);
            if (kept.has(required, pass.nowNanos())) {
                return counters.decided(
                        kept.target(), pass.inTransaction() ? RouteReason.TRANSACTION_REPLICA : reason, pass);
            }
        }
        Replica picked = pick(available, required, pass);
        return picked == null
                ? awaitReplica(required, available, pass)
                : counters.decided(picked.target(), reason, pass);
    }

    /** The inner load balancer's choice, or the next one in the list that is healthy and has what is required. */
    private @Nullable Replica pick(List<String> available, List<GtidSet> required, RoutingPass pass) throws SQLException {
        String choice = descriptor.inner().pick(descriptor.name(), available);
        Replica result = replicas.get(choice);
        if (result != null && isOffered(choice, available) && result.has(required, pass.nowNanos())) {
            return result;
        }
        int first = available.indexOf(choice) + 1;
        for (int i = 0; i < available.size(); i++) {
            result = replica(available.get((first + i) % available.size()), pass);
            if (result.has(required, pass.nowNanos())) {
                return result;
            }
        }
        return null;
    }

    /** Of the rule's read data sources ShardingSphere leaves out disabled ones: a list as long as the rule's has all. */
    private boolean isOffered(String name, List<String> available) {
        return available.size() == replicas.size() || available.contains(name);
    }

    /** ShardingSphere must offer only what the rule named, else the floors would be checked against other servers. */
    private Replica replica(String name, RoutingPass pass) throws SQLException {
        Replica result = replicas.get(name);
        if (result == null) {
            throw refusals.unknownName(name, replicas.keySet(), pass);
        }
        return result;
    }

    private String awaitReplica(List<GtidSet> required, List<String> available, RoutingPass pass)
            throws SQLException {
        List<ReplicaMonitor> candidates = new ArrayList<>(available.size());
        for (String each : available) {
            if (replica(each, pass).has(List.of(), pass.nowNanos())) {
                candidates.add(replica(each, pass).monitor());
            }
        }
        GtidSet floor = required.stream().reduce(GtidSet.empty(), GtidSet::union);
        if (candidates.isEmpty()) {
            return without(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, floor, available, pass);
        }
        ReplicaMonitor arrived = ReplicaMonitor.awaitFirst(candidates, floor, deadline(pass), servers.clock());
        pass.waited(servers.clock().getAsLong());
        if (arrived == null) {
            return without(RouteReason.PRIMARY_AFTER_WAIT, floor, available, pass);
        }
        for (String each : available) {
            Replica replica = replica(each, pass);
            if (replica.monitor() == arrived) {
                return counters.decided(replica.target(), RouteReason.REPLICA_CAUGHT_UP, pass);
            }
        }
        throw new IllegalStateException("a replica arrived that nobody waited for: " + arrived.address());
    }

    /** No replica has the floor: what {@code on-wait-timeout} says. */
    private String without(
            RouteReason reason, GtidSet floor, List<String> available, RoutingPass pass)
            throws SQLException {
        return switch (configuration.onWaitTimeout()) {
            case PRIMARY -> toPrimary(reason, pass);
            case ERROR -> throw refusals.noReplica(floor, available, replicas, pass);
            case STALE -> stale(reason, available, pass);
        };
    }

    /**
     * The primary did not tell its position. One that cannot be asked may still be read from, since it has what was
     * committed on it; one that may itself be behind must not.
     */
    private String withoutFence(FenceOutcome.Failure failure, List<String> available, RoutingPass pass)
            throws SQLException {
        if (configuration.onWaitTimeout() == WaitTimeoutAction.STALE) {
            return stale(RouteReason.PRIMARY_WITHOUT_FENCE, available, pass);
        }
        if (failure.isVoid() || configuration.onWaitTimeout() == WaitTimeoutAction.ERROR) {
            throw refusals.noFence(failure, available, replicas, pass);
        }
        return toPrimary(RouteReason.PRIMARY_WITHOUT_FENCE, pass);
    }

    private String stale(RouteReason otherwise, List<String> available, RoutingPass pass)
            throws SQLException {
        Replica picked = pick(available, List.of(), pass);
        if (picked == null) {
            return toPrimary(otherwise, pass);
        }
        refusals.logStale(picked.target().name(), otherwise);
        return counters.decided(picked.target(), RouteReason.STALE_ALLOWED, pass);
    }

    private String toPrimary(RouteReason reason, RoutingPass pass) {
        return counters.decided(write, reason, pass);
    }
}
