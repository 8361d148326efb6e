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

    private final Map<String, Replica> replicas;

    private final RouteCounters counters;

    private final Refusals refusals;

    private final FallbackPermits permits;

    ReadRouting(
            GroupDescriptor descriptor,
            Servers servers,
            Primary primary,
            Map<String, Replica> replicas,
            RouteCounters counters) {
        this.descriptor = descriptor;
        configuration = descriptor.configuration();
        this.servers = servers;
        this.primary = primary;
        this.replicas = replicas;
        this.counters = counters;
        refusals = new Refusals(descriptor, counters);
        permits = new FallbackPermits(configuration.primaryFallbackPermitsPerSecond(), servers.clock());
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
        ConsistencyLevel level = view.level(configuration.consistencyLevel());
        List<Floor> floors = floors(view, level, pass);
        long fenceAfter = fenceAfter(level, floors, begun);
        return fenceAfter == NO_FENCE
                ? routeTo(positions(floors, pass), available, pass, 0)
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
        long waited = pass.waitedUntil(servers.clock().getAsLong());
        if (outcome instanceof FenceOutcome.Failure failure) {
            return withoutFence(failure, available, pass, waited);
        }
        FenceOutcome.Answer answer = (FenceOutcome.Answer) outcome;
        floors(view, level, pass).forEach(each -> each.fenced(answer));
        List<GtidSet> required = positions(floors(view, level, pass), pass);
        required.add(answer.position());
        return routeTo(required, available, pass, waited);
    }

    private long deadline(RoutingPass pass) {
        return pass.deadlineNanos(configuration.waitTimeout().toNanos());
    }

    private String routeTo(List<GtidSet> required, List<String> available, RoutingPass pass, long waited)
            throws SQLException {
        String preferred = pass.preferred();
        RouteReason reason = required.isEmpty() ? RouteReason.NO_FLOOR : RouteReason.REPLICA_HAD_FLOOR;
        if (preferred != null
                && available.contains(preferred)
                && replica(preferred).has(required, pass.nowNanos())) {
            return counters.decided(preferred, pass.inTransaction() ? RouteReason.TRANSACTION_REPLICA : reason, waited);
        }
        String target = pick(available, required, pass.nowNanos());
        return target == null
                ? awaitReplica(required, available, pass, waited)
                : counters.decided(target, reason, waited);
    }

    /** The inner load balancer's choice, or the next one in the list that is healthy and has what is required. */
    private @Nullable String pick(List<String> available, List<GtidSet> required, long nowNanos) throws SQLException {
        String choice = descriptor.inner().pick(descriptor.name(), available);
        int next = available.indexOf(choice);
        if (next >= 0 && replica(choice).has(required, nowNanos)) {
            return choice;
        }
        for (int i = 0; i < available.size(); i++) {
            next = (next + 1) % available.size();
            String each = available.get(next);
            if (replica(each).has(required, nowNanos)) {
                return each;
            }
        }
        return null;
    }

    /** ShardingSphere must offer only what the rule named, else the floors would be checked against other servers. */
    private Replica replica(String name) throws SQLException {
        Replica result = replicas.get(name);
        if (result == null) {
            throw refusals.unknownName(name, replicas.keySet());
        }
        return result;
    }

    private String awaitReplica(List<GtidSet> required, List<String> available, RoutingPass pass, long waitedBefore)
            throws SQLException {
        List<ReplicaMonitor> candidates = new ArrayList<>(available.size());
        for (String each : available) {
            if (replica(each).has(List.of(), pass.nowNanos())) {
                candidates.add(replica(each).monitor());
            }
        }
        GtidSet floor = required.stream().reduce(GtidSet.empty(), GtidSet::union);
        if (candidates.isEmpty()) {
            return without(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, floor, available, pass, waitedBefore);
        }
        ReplicaMonitor arrived = ReplicaMonitor.awaitFirst(candidates, floor, deadline(pass), servers.clock());
        long waited = waitedBefore + pass.waitedUntil(servers.clock().getAsLong());
        if (arrived == null) {
            return without(RouteReason.PRIMARY_AFTER_WAIT, floor, available, pass, waited);
        }
        for (String each : available) {
            if (replica(each).monitor() == arrived) {
                return counters.decided(each, RouteReason.REPLICA_CAUGHT_UP, waited);
            }
        }
        throw new IllegalStateException("a replica arrived that nobody waited for: " + arrived.address());
    }

    /** No replica has the floor: what {@code on-wait-timeout} says. */
    private String without(RouteReason reason, GtidSet floor, List<String> available, RoutingPass pass, long waited)
            throws SQLException {
        return switch (configuration.onWaitTimeout()) {
            case PRIMARY -> fallBack(reason, available, waited);
            case ERROR -> throw refusals.noReplica(floor, available, replicas, waited);
            case STALE -> stale(reason, available, pass, waited);
        };
    }

    /**
     * The primary did not tell its position. One that cannot be asked may still be read from, since it has what was
     * committed on it; one that may itself be behind must not.
     */
    private String withoutFence(FenceOutcome.Failure failure, List<String> available, RoutingPass pass, long waited)
            throws SQLException {
        if (configuration.onWaitTimeout() == WaitTimeoutAction.STALE) {
            return stale(RouteReason.PRIMARY_WITHOUT_FENCE, available, pass, waited);
        }
        if (failure.isVoid() || configuration.onWaitTimeout() == WaitTimeoutAction.ERROR) {
            throw refusals.noFence(failure, available, replicas, waited);
        }
        return fallBack(RouteReason.PRIMARY_WITHOUT_FENCE, available, waited);
    }

    private String stale(RouteReason otherwise, List<String> available, RoutingPass pass, long waited)
            throws SQLException {
        String target = pick(available, List.of(), pass.nowNanos());
        if (target == null) {
            return fallBack(otherwise, available, waited);
        }
        refusals.logStale(target, otherwise);
        return counters.decided(target, RouteReason.STALE_ALLOWED, waited);
    }

    /** To the primary for want of a replica, within the permits of {@code primary-fallback-permits-per-second}. */
    private String fallBack(RouteReason reason, List<String> available, long waited) throws SQLException {
        if (!permits.tryAcquire()) {
            throw refusals.noPermit(permits.perSecond(), available, replicas, waited);
        }
        return toPrimary(reason, waited);
    }

    private String toPrimary(RouteReason reason, long waited) {
        return counters.decided(descriptor.write().name(), reason, waited);
    }
}
