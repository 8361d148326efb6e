package io.github.readyourwrites.session;

/** What becomes of a session that could not be loaded from its store; the property {@code on-token-load-failure}. */
public enum LoadFailureAction {

    /** Its first read asks the primary for its position: whatever was written elsewhere is seen. */
    FENCE,

    /** Its reads go to the primary until it is closed. */
    PRIMARY,

    /** It is used as if nothing had been written elsewhere: reads may be stale. */
    REPLICA,

    /** Opening it throws a {@link TokenStoreException}. */
    ERROR
}
