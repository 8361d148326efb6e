package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.UUID_ONE;
import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTokenTest {

    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);

    private static final long NOW = 1_700_000_000_000L;

    private static final TokenEntry MARK = new TokenEntry(null, GtidSet.empty(), true);

    @Test
    void comesBackAsItWas() {
        List<TokenEntry> entries = List.of(
                new TokenEntry(UUID_ONE, gtids("1-5:9"), false),
                new TokenEntry(PrimaryFixture.UUID_TWO, GtidSet.empty(), true),
                new TokenEntry(null, gtids("7"), true));
        assertEquals(entries, decode(SessionToken.encode(entries, NOW)));
        assertEquals(List.of(), decode(SessionToken.encode(List.of(), NOW)));
    }

    @Test
    void fitsAHeaderAsItIs() {
        String token = SessionToken.encode(List.of(new TokenEntry(UUID_ONE, gtids("1-5"), true)), NOW);
        assertTrue(token.matches("[A-Za-z0-9_-]+"), token);
    }

    @Test
    void isAMarkOnceExpired() {
        List<TokenEntry> entries = List.of(new TokenEntry(UUID_ONE, gtids("1"), false));
        String token = SessionToken.encode(entries, NOW);
        long lastMoment = NOW + TIME_TO_LIVE.toMillis();
        assertEquals(entries, decodedAt(token, lastMoment));
        assertEquals(List.of(MARK), decodedAt(token, lastMoment + 1));
    }

    @Test
    void isAMarkWhereThePositionIsTooLong() {
        StringBuilder scattered = new StringBuilder("1");
        for (int i = 3; i < 5000; i += 2) {
            scattered.append(':').append(i);
        }
        String token = SessionToken.encode(List.of(new TokenEntry(UUID_ONE, gtids(scattered.toString()), false)), NOW);
        assertTrue(token.length() < SessionToken.MAX_LENGTH);
        assertEquals(List.of(MARK), decode(token));
    }

    @Test
    void isNoneWhenOversized() {
        assertNull(decode(base64("0;" + NOW + ";".repeat(SessionToken.MAX_LENGTH))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "0",
                "1;1700000000000",
                "0;yesterday",
                "0;1700000000000;",
                "0;1700000000000;!1",
                "0;1700000000000;!1!nonsense",
                "0;1700000000000;not-a-uuid!1!",
                "0;1700000000000;!1!!",
                "0;99999999999999999999"
            })
    void isNoneWhenMalformed(String text) {
        assertNull(decode(base64(text)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "a b", "ä", "MDsx=MA", "\u0000"})
    void isNoneWhenNotBase64(String token) {
        assertNull(decode(token));
    }

    private static String base64(String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static @Nullable List<TokenEntry> decode(String token) {
        return decodedAt(token, NOW);
    }

    private static @Nullable List<TokenEntry> decodedAt(String token, long now) {
        return SessionToken.decode(token, now, TIME_TO_LIVE);
    }
}
