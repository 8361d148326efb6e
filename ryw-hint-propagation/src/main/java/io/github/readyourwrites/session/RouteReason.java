package io.github.readyourwrites.session;

/** Why a read went where it went. Every decision has exactly one reason and is counted under it. */
public enum RouteReason {

    /** The read had no floor: the inner load balancer's choice among the healthy replicas. */
    NO_FLOOR,

    /** A replica had the floor already. */
    REPLICA_HAD_FLOOR,

    /** A replica reached the floor while the read waited for it. */
    REPLICA_CAUGHT_UP,

    /** The transaction's replica, kept because it has the floor. */
    TRANSACTION_REPLICA,

    /** The transaction, or for a SELECT without a table the connection, has used its primary: its reads stay there. */
    TRANSACTION_ON_PRIMARY,

    /**
     * The caller asked for the primary ({@link RywSession#readFromPrimary()}, a hint of ShardingSphere), or the statement
     * itself does (a locking read).
     */
    PRIMARY_REQUESTED,

    /** The group has no replica to choose from. */
    PRIMARY_NO_REPLICA,

    /** No replica is healthy. */
    PRIMARY_NO_HEALTHY_REPLICA,

    /** No replica had the floor within the budget, and {@code on-wait-timeout} is PRIMARY. */
    PRIMARY_AFTER_WAIT,

    /** No replica was expected to have the floor within the budget, so the read did not wait for it. */
    PRIMARY_NO_REPLICA_IN_TIME,

    /** A read without a floor: every replica is further behind than {@code max-lag-milliseconds}. */
    PRIMARY_ALL_LAGGING,

    /** The same, and the user wrote {@code on-all-lagging: LEAST_LAGGED}. */
    LEAST_LAGGED,

    /** The primary could not be asked for its position within the budget, and {@code on-wait-timeout} is PRIMARY. */
    PRIMARY_WITHOUT_FENCE,

    /** No replica had the floor within the budget, and the user wrote {@code on-wait-timeout: STALE}. */
    STALE_ALLOWED,

    /** The read was refused with an error. */
    REFUSED;

    /** Whether a read with this reason is served by a replica. */
    public boolean isReplica() {
        return switch (this) {
            case NO_FLOOR, REPLICA_HAD_FLOOR, REPLICA_CAUGHT_UP, TRANSACTION_REPLICA, LEAST_LAGGED, STALE_ALLOWED ->
                true;
            default -> false;
        };
    }
}
