package io.github.readyourwrites.loadbalance;

/** What becomes of a read for which no replica arrived within the budget. */
enum WaitTimeoutAction {
    /** It runs on the write data source. */
    PRIMARY,
    /** It fails with a transient error. */
    ERROR,
    /** It runs on a replica that may be stale; only where the user wrote so. */
    STALE
}
