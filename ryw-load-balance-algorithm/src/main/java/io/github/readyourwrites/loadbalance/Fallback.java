package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongSupplier;

/** Where a read goes that no replica can serve in time: what {@code on-wait-timeout} says. Thread-safe, never blocks. */
final class Fallback {

    private final WaitTimeoutAction action;

    private final FallbackPermits permits;

    private final Replicas replicas;

    private final Target write;

    private final RouteCounters counters;

    private final Refusals refusals;

    Fallback(
            RoutingConfiguration configuration,
            Replicas replicas,
            Target write,
            RouteCounters counters,
            Refusals refusals,
            LongSupplier clock) {
        action = configuration.onWaitTimeout();
        permits = new FallbackPermits(configuration.primaryFallbackPermitsPerSecond(), clock);
        this.replicas = replicas;
        this.write = write;
        this.counters = counters;
        this.refusals = refusals;
    }

    /** No replica has the floor. */
    String withoutReplica(RouteReason reason, GtidSet floor, List<String> available, RoutingPass pass)
            throws SQLException {
        return switch (action) {
            case PRIMARY -> toPrimary(reason, available, pass);
            case ERROR -> throw refusals.noReplica(reason, floor, replicas.describe(available), pass);
            case STALE -> {
                Replica stale = replicas.pick(List.of(), available, pass);
                yield stale == null ? toPrimary(reason, available, pass) : stale(stale, reason, pass);
            }
        };
    }

    /**
     * The primary did not tell its position. One that is slow may still be read from, since it has what was committed on
     * it; one that may itself be behind, or may be another server by now, must not.
     */
    String withoutFence(FenceOutcome.Failure failure, boolean inDoubt, List<String> available, RoutingPass pass)
            throws SQLException {
        Replica stale = action == WaitTimeoutAction.STALE ? replicas.pick(List.of(), available, pass) : null;
        if (stale != null) {
            return stale(stale, RouteReason.PRIMARY_WITHOUT_FENCE, pass);
        }
        if (failure.isVoid() || inDoubt || action == WaitTimeoutAction.ERROR) {
            throw refusals.noFence(failure, replicas.describe(available), pass);
        }
        return toPrimary(RouteReason.PRIMARY_WITHOUT_FENCE, available, pass);
    }

    /** ShardingSphere offers no replica at all: they are disabled there. */
    String withoutOffer(RoutingPass pass) throws SQLException {
        return toPrimary(RouteReason.PRIMARY_NO_REPLICA, List.of(), pass);
    }

    private String stale(Replica picked, RouteReason otherwise, RoutingPass pass) {
        refusals.logStale(picked.target().name(), otherwise);
        return counters.decided(picked.target(), RouteReason.STALE_ALLOWED, pass);
    }

    /** To the primary for want of a replica, within the permits of {@code primary-fallback-permits-per-second}. */
    private String toPrimary(RouteReason reason, List<String> available, RoutingPass pass) throws SQLException {
        if (!permits.tryAcquire()) {
            throw refusals.noPermit(permits.perSecond(), replicas.describe(available), pass);
        }
        return counters.decided(write, reason, pass);
    }
}
