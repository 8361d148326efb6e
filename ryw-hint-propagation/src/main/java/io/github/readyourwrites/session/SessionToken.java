package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The text form of a session's floors: version, date, and per primary its identity, mark and position, as URL-safe
 * Base64. It is not sealed: whoever holds a token can read and change it, so take tokens only from where they cannot be
 * changed. A changed one makes its session's reads slower or less fresh.
 *
 * <p>Never throws for a token from outside: what cannot be read is no token.
 */
final class SessionToken {

    /** Longer ones are not looked at, and not made. */
    static final int MAX_LENGTH = 4096;

    private static final String VERSION = "0";

    private static final String FIELD = ";";

    private static final String PART = "!";

    private SessionToken() {}

    /** Encodes {@code entries}; where they would be too long, as marks without positions. */
    static String encode(List<TokenEntry> entries, long nowMillis) {
        String result = text(entries, nowMillis);
        return result.length() <= MAX_LENGTH
                ? result
                : text(List.of(new TokenEntry(null, GtidSet.empty(), true)), nowMillis);
    }

    private static String text(List<TokenEntry> entries, long nowMillis) {
        StringBuilder result = new StringBuilder(VERSION).append(FIELD).append(nowMillis);
        for (TokenEntry each : entries) {
            UUID primary = each.primary();
            result.append(FIELD)
                    .append(primary == null ? "" : primary)
                    .append(PART)
                    .append(each.marked() ? "1" : "0")
                    .append(PART)
                    .append(each.position());
        }
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(result.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Decodes a token.
     *
     * @return its entries, one mark if it is older than {@code timeToLive}, or null if it is no token
     */
    static @Nullable List<TokenEntry> decode(String token, long nowMillis, Duration timeToLive) {
        if (token.length() > MAX_LENGTH) {
            return null;
        }
        try {
            String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.US_ASCII);
            String[] fields = text.split(FIELD, -1);
            if (fields.length < 2 || !VERSION.equals(fields[0])) {
                return null;
            }
            if (nowMillis - Long.parseLong(fields[1]) > timeToLive.toMillis()) {
                return List.of(new TokenEntry(null, GtidSet.empty(), true));
            }
            List<TokenEntry> result = new ArrayList<>(fields.length - 2);
            for (String each : List.of(fields).subList(2, fields.length)) {
                result.add(entry(each.split(PART, -1)));
            }
            return List.copyOf(result);
        } catch (IllegalArgumentException ignored) {
            return null;
        }
    }

    private static TokenEntry entry(String[] parts) {
        if (parts.length != 3) {
            throw new IllegalArgumentException("an entry has three parts");
        }
        UUID primary = parts[0].isEmpty() ? null : UUID.fromString(parts[0]);
        return new TokenEntry(primary, GtidSet.parse(parts[2]), "1".equals(parts[1]));
    }
}
