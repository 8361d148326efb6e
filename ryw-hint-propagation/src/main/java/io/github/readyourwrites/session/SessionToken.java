package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text form of a session's floors: a sealed {@link TokenPayload} in URL-safe Base64. Never throws for a token from
 * outside, and does the less with it the less it looks like one: length and alphabet first, then the key's name, then
 * the seal; what is behind the seal was written by a friend, but is not trusted to be well-formed.
 */
final class SessionToken {

    /** In characters: what a header or cookie takes. Longer ones are not looked at, and not made. */
    static final int MAX_LENGTH = 4096;

    /** In characters: room for a mark under any key's name. */
    static final int MIN_LENGTH = 256;

    /** How far ahead another instance's clock may be. */
    static final Duration MAX_SKEW = Duration.ofMinutes(1);

    private SessionToken() {}

    /**
     * Encodes {@code entries}. Where they would be too long the longest positions become marks: to ask a primary sees
     * whatever a position of it would.
     */
    static String encode(List<TokenEntry> entries, long nowMillis, TokenSeal seal, @Nullable String boundTo) {
        return encode(entries, nowMillis, seal, boundTo, MAX_LENGTH);
    }

    /** The same with at most {@code maxLength} characters, not fewer than {@link #MIN_LENGTH}. */
    static String encode(
            List<TokenEntry> entries, long nowMillis, TokenSeal seal, @Nullable String boundTo, int maxLength) {
        int room = maxLength / 4 * 3 - seal.overhead();
        List<TokenEntry> fitting = entries;
        byte[] payload = new TokenPayload(nowMillis, fitting).toBytes();
        while (payload.length > room) {
            fitting = shortened(fitting);
            payload = new TokenPayload(nowMillis, fitting).toBytes();
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(seal.seal(payload, boundTo));
    }

    private static List<TokenEntry> shortened(List<TokenEntry> entries) {
        int longest = 0;
        for (int i = 1; i < entries.size(); i++) {
            if (length(entries.get(i)) > length(entries.get(longest))) {
                longest = i;
            }
        }
        if (length(entries.get(longest)) == 0) {
            return List.of(TokenEntry.MARK);
        }
        List<TokenEntry> result = new ArrayList<>(entries);
        result.set(longest, new TokenEntry(entries.get(longest).primary(), GtidSet.empty(), true));
        return result;
    }

    private static int length(TokenEntry entry) {
        return entry.position().intervalCount();
    }

    /** Decodes a token that was handed to the session of {@code sessionKey}; null for a session without a key. */
    static Decoded decode(
            String token, long nowMillis, Duration timeToLive, TokenSeal seal, @Nullable String sessionKey) {
        if (token.length() > MAX_LENGTH) {
            return Decoded.not(TokenOutcome.TOO_LONG, null);
        }
        if (!isBase64(token)) {
            return Decoded.not(TokenOutcome.MALFORMED, null);
        }
        byte[] sealed = Base64.getUrlDecoder().decode(token);
        TokenSeal.Opened opened = seal.open(sealed, sessionKey);
        byte[] content = opened.content();
        if (content == null) {
            boolean names = opened.outcome() == TokenOutcome.UNKNOWN_KEY;
            return Decoded.not(opened.outcome(), names ? TokenSeal.keyName(sealed) : null);
        }
        try {
            return judge(TokenPayload.of(content), nowMillis, timeToLive);
        } catch (IllegalArgumentException ignored) {
            return Decoded.not(TokenOutcome.MALFORMED, null);
        }
    }

    private static Decoded judge(TokenPayload payload, long nowMillis, Duration timeToLive) {
        if (nowMillis - payload.dateMillis() > timeToLive.toMillis()) {
            return new Decoded(TokenOutcome.EXPIRED, List.of(TokenEntry.MARK), null);
        }
        if (payload.dateMillis() - nowMillis > MAX_SKEW.toMillis()) {
            return new Decoded(TokenOutcome.FROM_THE_FUTURE, List.of(TokenEntry.MARK), null);
        }
        return new Decoded(TokenOutcome.ACCEPTED, payload.entries(), null);
    }

    /** Asked first: the decoder answers by an exception, which costs more. */
    private static boolean isBase64(String token) {
        for (int i = 0; i < token.length(); i++) {
            char each = token.charAt(i);
            boolean isLetter = (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z');
            if (!isLetter && !(each >= '0' && each <= '9') && each != '-' && each != '_') {
                return false;
            }
        }
        return token.length() % 4 != 1;
    }

    /**
     * What came of a token.
     *
     * @param entries what it says, nothing if it is none
     * @param unknownKey the name of its key where that is unknown
     */
    record Decoded(
            TokenOutcome outcome,
            List<TokenEntry> entries,
            @Nullable String unknownKey) {

        private static Decoded not(TokenOutcome outcome, @Nullable String unknownKey) {
            return new Decoded(outcome, List.of(), unknownKey);
        }
    }
}
