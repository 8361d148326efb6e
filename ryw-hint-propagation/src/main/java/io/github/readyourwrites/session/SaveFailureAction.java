package io.github.readyourwrites.session;

/**
 * What becomes of a session that could not be saved to its store; the property {@code on-token-save-failure}. Either way
 * it is counted, and a reader elsewhere may miss what the session wrote.
 */
public enum SaveFailureAction {

    /** It is logged. */
    WARN,

    /** Closing the session throws a {@link TokenStoreException}; the session is closed nevertheless. */
    ERROR
}
