package io.github.readyourwrites.session;

/** What a read outside any open session is treated as; the property {@code sessionless-scope}. */
public enum SessionlessScope {

    /** It sees what this JVM wrote. */
    INSTANCE,

    /** It sees what its thread wrote outside any session. */
    THREAD,

    /** It has no floor. */
    NONE
}
