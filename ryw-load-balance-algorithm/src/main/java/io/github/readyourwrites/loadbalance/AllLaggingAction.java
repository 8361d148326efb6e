package io.github.readyourwrites.loadbalance;

/** What becomes of a read without a floor when every replica is further behind than it may be. */
enum AllLaggingAction {
    /** It runs on the write data source. */
    PRIMARY,
    /** It runs on the replica that is behind least; only where the user wrote so. */
    LEAST_LAGGED,
    /** It fails with a transient error. */
    ERROR
}
