package io.github.readyourwrites.session;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes and reads this JVM's tokens and counts what became of them. Until it is given keys it seals with one of its own,
 * which no other JVM has; tokens sealed with that one are read here for ever. Thread-safe, never blocks on I/O.
 */
final class SessionTokens {

    private static final Logger LOGGER = LoggerFactory.getLogger(SessionTokens.class);

    private final LongSupplier clock;

    private final SecureRandom random = new SecureRandom();

    private final TokenKey ownKey = TokenKey.random(random);

    private final Map<TokenOutcome, LongAdder> counts = new EnumMap<>(TokenOutcome.class);

    /** What was said already, once in the life of this JVM. */
    private final Set<TokenOutcome> said = ConcurrentHashMap.newKeySet();

    private final TokenKeys always;

    private volatile TokenSeal seal = new TokenSeal(List.of(ownKey), random);

    private volatile boolean hasKeys;

    /**
     * Tokens dated by a clock.
     *
     * @param clock milliseconds since 1970
     * @param always keys that are there before any others, and beside them
     */
    SessionTokens(LongSupplier clock, TokenKeys always) {
        this.clock = clock;
        this.always = always;
        use(List.of());
        for (TokenOutcome each : TokenOutcome.values()) {
            counts.put(each, new LongAdder());
        }
    }

    /** From now on seals with the first of {@code keys}, where there is one, and opens with all. */
    void use(Collection<TokenKeys> keys) {
        // Each once: a forged token is tried with every key of its name.
        Set<TokenKey> all = new LinkedHashSet<>();
        keys.forEach(each -> all.addAll(each.list()));
        all.addAll(always.list());
        hasKeys = !all.isEmpty();
        all.add(ownKey);
        seal = new TokenSeal(List.copyOf(all), random);
    }

    /**
     * A token that says {@code entries}.
     *
     * @param boundTo the key of the only session that can read it, null for any
     */
    String write(List<TokenEntry> entries, @Nullable String boundTo) {
        return write(entries, boundTo, SessionToken.MAX_LENGTH);
    }

    /** The same with at most {@code maxLength} characters. */
    String write(List<TokenEntry> entries, @Nullable String boundTo, int maxLength) {
        return SessionToken.encode(entries, clock.getAsLong(), seal, boundTo, maxLength);
    }

    /** What {@code token} says to the session of {@code sessionKey}; nothing if it is none. Counted. */
    List<TokenEntry> read(String token, Duration timeToLive, @Nullable String sessionKey) {
        return open(token, timeToLive, sessionKey).entries();
    }

    /** The same, and what became of it. */
    SessionToken.Decoded open(String token, Duration timeToLive, @Nullable String sessionKey) {
        SessionToken.Decoded result = SessionToken.decode(token, clock.getAsLong(), timeToLive, seal, sessionKey);
        TokenOutcome outcome = result.outcome();
        LongAdder count = counts.get(outcome);
        if (count != null) {
            count.increment();
        }
        if (outcome == TokenOutcome.UNKNOWN_KEY && said.add(outcome)) {
            LOGGER.warn(unknownKey(String.valueOf(result.unknownKey())));
        } else if (outcome == TokenOutcome.FROM_THE_FUTURE && said.add(outcome)) {
            LOGGER.warn(
                    "A session token is dated more than {} ahead: the clocks of the instances differ. Such tokens count"
                            + " as expired, which costs a question to the primary each. Said once.",
                    SessionToken.MAX_SKEW);
        }
        return result;
    }

    private String unknownKey(String name) {
        String result =
                "A session token was sealed with the key '" + name + "', which this JVM does not have: it counts as"
                        + " no token, and the reads of its session may miss writes made elsewhere. ";
        if (TokenKey.isOwn(name)) {
            result += "It comes from a JVM that had no keys configured: another one, or this one before its restart. ";
        }
        return result + (hasKeys ? "Add that key to" : "Give all instances the same keys by")
                + " the property token-keys or the environment variable " + TokenKeys.ENVIRONMENT_VARIABLE
                + ". Said once.";
    }

    TokenStatistics statistics() {
        Map<TokenOutcome, Long> result = new EnumMap<>(TokenOutcome.class);
        counts.forEach((outcome, count) -> result.put(outcome, count.sum()));
        return new TokenStatistics(result);
    }
}
