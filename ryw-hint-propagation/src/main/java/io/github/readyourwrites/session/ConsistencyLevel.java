package io.github.readyourwrites.session;

/**
 * What the floor of a read is, in other words: how much of what happened on the primary it must see.
 *
 * <p>Set for a rule by the property {@code consistency-level}, for a scope by {@link RywSession#require}.
 */
public enum ConsistencyLevel {

    /** No floor: any healthy replica may answer. */
    EVENTUAL,

    /** What this session wrote and, unless the rule says otherwise, what this JVM wrote outside any session. */
    SESSION,

    /** What this JVM (more exactly: this class loader) wrote, in whichever session. */
    INSTANCE,

    /** What the primary had committed when the read began. Asks the primary for its position (a fence). */
    STRONG
}
