package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.UUID_ONE;
import static io.github.readyourwrites.session.PrimaryFixture.UUID_TWO;
import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SessionTokenTest {

    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);

    private static final long NOW = 1_700_000_000_000L;

    private static final List<TokenEntry> ENTRIES = List.of(new TokenEntry(UUID_ONE, gtids("1-5"), false));

    private final TokenSeal seal = TokenKeysFixture.seal(TokenKeysFixture.keys("k1"));

    @Test
    void comesBackAsItWas() {
        List<TokenEntry> entries = List.of(
                new TokenEntry(UUID_ONE, gtids("1-5:9"), false),
                new TokenEntry(UUID_TWO, GtidSet.empty(), true),
                new TokenEntry(null, gtids("7"), true));
        assertReads(TokenOutcome.ACCEPTED, entries, encode(entries));
        assertReads(TokenOutcome.ACCEPTED, List.of(), encode(List.of()));
    }

    @Test
    void fitsAHeaderOrCookieAsItIs() {
        String token = encode(ENTRIES);
        assertTrue(token.matches("[A-Za-z0-9_-]+"), token);
        assertTrue(token.length() < 100, token);
    }

    /** Of docs/tokens.md. */
    @ParameterizedTest
    @CsvSource({"1, 86", "1-1000, 87", "1-100000, 88"})
    void isAsShortAsTheDocumentSaysWhateverWasWrittenInARow(String position, int characters) {
        TokenSeal named = TokenKeysFixture.seal(TokenKeysFixture.keys("2026b"));
        List<TokenEntry> entries = List.of(new TokenEntry(UUID_ONE, gtids(position), false));
        assertEquals(characters, SessionToken.encode(entries, NOW, named, null).length());
    }

    @Test
    void isAMarkOnceExpired() {
        String token = encode(ENTRIES);
        long lastMoment = NOW + TIME_TO_LIVE.toMillis();
        assertEquals(ENTRIES, decodedAt(token, lastMoment).entries());
        SessionToken.Decoded later = decodedAt(token, lastMoment + 1);
        assertEquals(TokenOutcome.EXPIRED, later.outcome());
        assertEquals(List.of(TokenEntry.MARK), later.entries());
    }

    @Test
    void isAMarkWhereItsDateIsFurtherAheadThanClocksDiffer() {
        String token = encode(ENTRIES);
        long earliest = NOW - SessionToken.MAX_SKEW.toMillis();
        assertEquals(ENTRIES, decodedAt(token, earliest).entries());
        SessionToken.Decoded earlier = decodedAt(token, earliest - 1);
        assertEquals(TokenOutcome.FROM_THE_FUTURE, earlier.outcome());
        assertEquals(List.of(TokenEntry.MARK), earlier.entries());
    }

    @Test
    void positionThatIsTooLongIsAMarkOfItsPrimaryAndTheOthersStay() {
        TokenEntry scattered = new TokenEntry(UUID_TWO, scattered(5000), false);
        List<TokenEntry> entries = List.of(ENTRIES.get(0), scattered);
        String token = encode(entries);
        assertTrue(token.length() < 150, token);
        TokenEntry mark = new TokenEntry(UUID_TWO, GtidSet.empty(), true);
        assertReads(TokenOutcome.ACCEPTED, List.of(ENTRIES.get(0), mark), token);
    }

    @Test
    void isNeverLongerThanAHeaderTakesAndSaysAllThatFits() {
        int longest = 0;
        for (int intervals = 1000; intervals < 2000; intervals++) {
            List<TokenEntry> entries = List.of(new TokenEntry(UUID_ONE, scattered(intervals), false));
            String token = encode(entries);
            assertTrue(token.length() <= SessionToken.MAX_LENGTH, () -> String.valueOf(token.length()));
            longest = Math.max(longest, token.length());
        }
        assertTrue(longest > SessionToken.MAX_LENGTH - 4, String.valueOf(longest));
    }

    @Test
    void isOneMarkWhereThereAreTooManyPrimaries() {
        List<TokenEntry> entries = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            UUID primary = new UUID(0, i);
            entries.add(new TokenEntry(primary, GtidSet.parse(primary + ":1"), false));
        }
        assertReads(TokenOutcome.ACCEPTED, List.of(TokenEntry.MARK), encode(entries));
    }

    @Test
    void isNoneWhenOversized() {
        assertNone(TokenOutcome.TOO_LONG, "A".repeat(SessionToken.MAX_LENGTH + 1));
        assertNone(TokenOutcome.TOO_LONG, encode(ENTRIES) + "A".repeat(1_000_000));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "A", "AQ", "AQI", "%", "a b", "ä", "AQJr=MQ", "\u0000", "AQJrMQ", "AQD_", "AQJrMQAA"})
    void isNoneWhenMalformed(String token) {
        assertNone(TokenOutcome.MALFORMED, token);
    }

    @Test
    void isNoneWhenCut() {
        String token = encode(ENTRIES);
        for (int length = 0; length < token.length(); length++) {
            assertEquals(List.of(), decode(token.substring(0, length)).entries());
        }
    }

    @Test
    void isNoneWhenNotSealed() {
        byte[] asItOnceWas = ("0;" + NOW + ";" + UUID_ONE + "!1!" + gtids("1-5")).getBytes(StandardCharsets.US_ASCII);
        assertNone(TokenOutcome.UNKNOWN_VERSION, base64(asItOnceWas));
        byte[] bare = new TokenPayload(NOW, ENTRIES).toBytes();
        assertEquals(List.of(), decode(base64(bare)).entries());
    }

    @Test
    void isNoneWhenForged() {
        TokenSeal forger = TokenKeysFixture.seal(TokenKeysFixture.keys("k1"));
        assertNone(TokenOutcome.FORGED, SessionToken.encode(ENTRIES, NOW, forger, null));
    }

    @Test
    void isNoneWhereItsKeyIsUnknownAndSaysWhichItIs() {
        TokenSeal other = TokenKeysFixture.seal(TokenKeysFixture.keys("k2"));
        SessionToken.Decoded decoded = decode(SessionToken.encode(ENTRIES, NOW, other, null));
        assertEquals(TokenOutcome.UNKNOWN_KEY, decoded.outcome());
        assertEquals("k2", decoded.unknownKey());
        assertEquals(List.of(), decoded.entries());
    }

    @Test
    void isNoneWhereWhatIsSealedIsNone() {
        assertNone(TokenOutcome.MALFORMED, base64(seal.seal(new byte[0], null)));
        assertNone(TokenOutcome.MALFORMED, base64(seal.seal(new byte[] {1, 9}, null)));
    }

    private static GtidSet scattered(int intervals) {
        StringBuilder result = new StringBuilder("1");
        for (int i = 1; i < intervals; i++) {
            result.append(':').append(2 * i + 1);
        }
        return gtids(result.toString());
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private String encode(List<TokenEntry> entries) {
        return SessionToken.encode(entries, NOW, seal, null);
    }

    private void assertReads(TokenOutcome outcome, List<TokenEntry> entries, String token) {
        assertEquals(new SessionToken.Decoded(outcome, entries, null), decode(token));
    }

    private void assertNone(TokenOutcome outcome, String token) {
        assertReads(outcome, List.of(), token);
    }

    private SessionToken.Decoded decode(String token) {
        return decodedAt(token, NOW);
    }

    private SessionToken.Decoded decodedAt(String token, long now) {
        return SessionToken.decode(token, now, TIME_TO_LIVE, seal, null);
    }
}
