package io.github.readyourwrites.prove.history;

/** What can be violated. */
public enum Rule {
    /** A read missed its own session's acknowledged write, or one handed over to it. */
    READ_YOUR_WRITES,

    /** A read outside any session, or at level INSTANCE, missed a write that its JVM had acknowledged. */
    INSTANCE,

    /** A read missed what its own transaction had written. */
    OWN_TRANSACTION,

    /** A STRONG read missed a write that anybody had acknowledged before it began. */
    STRONG,

    /** An EVENTUAL read was older than its bound. */
    BOUNDED_STALENESS,

    /** A session saw a version, and later an earlier one. */
    MONOTONIC_READS,

    /** A read gave a version that nobody had written by then. */
    NO_INVENTION,

    /** An acknowledged write is gone, and was not reported as lost. */
    DURABILITY
}
