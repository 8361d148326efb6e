package io.github.readyourwrites.session;

/** What became of a token that was handed to {@link RywSession#resume} or {@link RywSession#merge}. */
public enum TokenOutcome {

    /** It was read. */
    ACCEPTED,

    /** It is older than {@code token-ttl-milliseconds}: the session's next read asks the primary. */
    EXPIRED,

    /** Its date is further ahead than clocks differ: treated as expired. */
    FROM_THE_FUTURE,

    /** It has more characters than any token has: no token. */
    TOO_LONG,

    /** It is not a token at all, or cut off: no token. */
    MALFORMED,

    /** Its form is one of another release: no token. */
    UNKNOWN_VERSION,

    /** It was sealed with a key that is not among those of this JVM: no token. */
    UNKNOWN_KEY,

    /** It was changed, or made without the key, or is bound to another session: no token. */
    FORGED;

    /** Whether it counts as no token at all. */
    public boolean isRejection() {
        return compareTo(TOO_LONG) >= 0;
    }
}
