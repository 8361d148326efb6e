package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.NullMarked;

/** What a session does with tokens, without the session: for benchmarks, which cannot reach it. */
@NullMarked
public final class SealedTokens {

    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);

    private final SecureRandom random = new SecureRandom();

    private final TokenKey key = TokenKey.random(random);

    private final TokenSeal seal = new TokenSeal(List.of(key), random);

    private final List<TokenEntry> entries;

    private final String token;

    private final String forged;

    /** Tokens of one primary with a position of {@code intervals} intervals. */
    public SealedTokens(int intervals) {
        UUID primary = UUID.randomUUID();
        StringBuilder position = new StringBuilder(primary.toString());
        for (int i = 0; i < intervals; i++) {
            position.append(':').append(1_000_000L + 1_000L * i).append('-').append(1_000_100L + 1_000L * i);
        }
        entries = List.of(new TokenEntry(primary, GtidSet.parse(position.toString()), false));
        token = seal();
        char other = token.charAt(60) == 'A' ? 'B' : 'A';
        forged = token.substring(0, 60) + other + token.substring(61);
        if (open() != 1 || forged() != 0) {
            throw new IllegalStateException("not the tokens to be measured");
        }
    }

    /** Makes a token. */
    public String seal() {
        return SessionToken.encode(entries, System.currentTimeMillis(), seal, null);
    }

    /** Reads a good one; returns of how many primaries it speaks. */
    public int open() {
        return read(token);
    }

    /** Reads one that was changed. */
    public int forged() {
        return read(forged);
    }

    /** Reads {@code text}. */
    public int read(String text) {
        return SessionToken.decode(text, System.currentTimeMillis(), TIME_TO_LIVE, seal, null)
                .entries()
                .size();
    }
}
