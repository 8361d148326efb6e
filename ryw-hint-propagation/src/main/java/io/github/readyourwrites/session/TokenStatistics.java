package io.github.readyourwrites.session;

import java.util.Map;

/**
 * What became of the tokens that this JVM was handed, since its start.
 *
 * @param outcomes count per outcome; outcomes that never occurred are zero
 */
public record TokenStatistics(Map<TokenOutcome, Long> outcomes) {

    public TokenStatistics {
        outcomes = Map.copyOf(outcomes);
    }

    /** The counts so far. Thread-safe, does not block. */
    public static TokenStatistics current() {
        return SessionRegistry.tokens().statistics();
    }

    /** How many tokens had this outcome. */
    public long count(TokenOutcome outcome) {
        return outcomes.getOrDefault(outcome, 0L);
    }

    /** How many were treated as none. */
    public long rejected() {
        return outcomes.entrySet().stream()
                .filter(each -> each.getKey().isRejection())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
