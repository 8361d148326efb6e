package io.github.readyourwrites.replica;

/** How fit a replica is to serve reads. */
public enum Health {

    /** It answers and is behind by no more than {@code max-lag-milliseconds}: it serves every read. */
    UP,

    /**
     * It answers and is behind by more than that, or by nobody knows how much: it serves only reads that must see what it
     * has shown to have.
     */
    LAGGING,

    /**
     * It answers and has been getting nothing new for longer than {@code max-lag-milliseconds}: the link to the primary is
     * down, or the applier stands still. It serves nothing, unless a read may be stale: where {@code on-all-lagging} is
     * {@code LEAST_LAGGED}, or {@code on-wait-timeout} is {@code STALE}.
     */
    STALLED,

    /** It cannot be connected to, or its connection was lost. It serves nothing. */
    DOWN,

    /** It has not been observed yet, does not answer in time, or is suspected. It serves nothing. */
    UNKNOWN;

    /** Whether a read may be served that must see no more than what the replica has shown to have. */
    boolean serves() {
        return this == UP || this == LAGGING;
    }

    /** Whether the server answers at all. */
    public boolean answers() {
        return this != DOWN && this != UNKNOWN;
    }
}
