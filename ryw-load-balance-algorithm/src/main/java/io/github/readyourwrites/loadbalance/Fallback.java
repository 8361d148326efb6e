package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a read goes that no replica can serve in time: what {@code on-wait-timeout} says. Thread-safe; blocks only for a
 * read that goes to the primary: for {@link FallbackPlaces}, {@link Confirmation}, {@link PrimaryCatchUp}.
 */
final class Fallback {

    private final WaitTimeoutAction action;

    private final AllLaggingAction onAllLagging;

    private final FallbackPermits permits;

    private final FallbackPlaces places;

    private final Confirmation confirmation;

    private final PrimaryCatchUp catchUp;

    private final long longestQueueNanos;

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
            FallbackPlaces places,
            Confirmation confirmation,
            PrimaryCatchUp catchUp,
            LongSupplier clock) {
        action = configuration.onWaitTimeout();
        onAllLagging = configuration.health().onAllLagging();
        longestQueueNanos = configuration.health().longestWait().toNanos();
        this.places = places;
        this.confirmation = confirmation;
        this.catchUp = catchUp;
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
            case PRIMARY -> toPrimary(reason, floor, available, pass);
            case ERROR -> throw refusals.noReplica(reason, floor, replicas.describe(available), pass);
            case STALE -> {
                Replica stale = leastStale(available, pass);
                yield stale == null
                        ? toPrimary(reason, floor, available, pass)
                        : stale(stale, RouteReason.STALE_ALLOWED, reason, pass);
            }
        };
    }

    /** A read without a floor, and no replica is UP. */
    String withoutCurrent(List<String> available, RoutingPass pass) throws SQLException {
        Replica least = replicas.leastLagged(available, pass);
        if (least == null) {
            return withoutReplica(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, GtidSet.empty(), available, pass);
        }
        return switch (onAllLagging) {
            case PRIMARY -> toPrimary(RouteReason.PRIMARY_ALL_LAGGING, GtidSet.empty(), available, pass);
            case ERROR -> throw refusals.allLagging(replicas.describe(available), pass);
            case LEAST_LAGGED -> stale(least, RouteReason.LEAST_LAGGED, RouteReason.PRIMARY_ALL_LAGGING, pass);
        };
    }

    /**
     * The primary did not tell its position. One that is slow may still be read from, since it has what was committed on
     * it; one that may itself be behind, or may be another server by now, must not.
     */
    String withoutFence(FenceOutcome.Failure failure, boolean inDoubt, List<String> available, RoutingPass pass)
            throws SQLException {
        Replica stale = action == WaitTimeoutAction.STALE ? leastStale(available, pass) : null;
        if (stale != null) {
            return stale(stale, RouteReason.STALE_ALLOWED, RouteReason.PRIMARY_WITHOUT_FENCE, pass);
        }
        if (failure.isVoid() || inDoubt || action == WaitTimeoutAction.ERROR) {
            throw refusals.noFence(failure, replicas.describe(available), pass);
        }
        return toPrimary(RouteReason.PRIMARY_WITHOUT_FENCE, GtidSet.empty(), available, pass);
    }

    /** ShardingSphere offers no replica at all: they are disabled there. */
    String withoutOffer(RoutingPass pass) throws SQLException {
        return toPrimary(RouteReason.PRIMARY_NO_REPLICA, GtidSet.empty(), List.of(), pass);
    }

    /** One that is UP if there is one, else the one that is behind least; null if none answers. */
    private @Nullable Replica leastStale(List<String> available, RoutingPass pass) throws SQLException {
        Replica result = replicas.pick(List.of(), available, pass);
        return result == null ? replicas.leastLagged(available, pass) : result;
    }

    private String stale(Replica picked, RouteReason reason, RouteReason otherwise, RoutingPass pass) {
        refusals.logStale(picked.target().name(), otherwise);
        pass.readStale();
        return counters.decided(picked.target(), reason, pass);
    }

    /**
     * To the primary for want of a replica, within the permits of {@code primary-fallback-permits-per-second} and once it
     * has confirmed that it may serve the read: asked last, since it may be replaced while the read queues.
     */
    private String toPrimary(RouteReason reason, GtidSet floor, List<String> available, RoutingPass pass)
            throws SQLException {
        if (!permits.tryAcquire()) {
            throw refusals.noPermit(permits.perSecond(), replicas.describe(available), pass);
        }
        boolean complete = false;
        try {
            pass.hold(write.name(), place(available, pass));
            confirmation.confirm(reason, floor, available, replicas, pass);
            catchUp.await(reason, pass);
            complete = true;
        } finally {
            if (!complete) {
                permits.giveBack();
                pass.leavePlaces();
            }
        }
        return counters.decided(write, reason, pass);
    }

    private FallbackPlaces.Place place(List<String> available, RoutingPass pass) throws SQLException {
        FallbackPlaces.Place result = places.take(0);
        if (result == null) {
            // The look at the clock that the wait is counted from.
            pass.nowNanos();
            result = places.take(longestQueueNanos);
            pass.waited();
            if (result == null) {
                throw refusals.noPlace(places.most(), replicas.describe(available), pass);
            }
        }
        return result;
    }
}
