package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.UUID_ONE;
import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which keys a JVM's tokens are sealed and opened with, and what is counted. */
class SessionTokensTest {

    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);

    private static final List<TokenEntry> ENTRIES = List.of(new TokenEntry(UUID_ONE, gtids("1-5"), false));

    private final SessionTokens here = jvm(TokenKeys.none());

    private final SessionTokens there = jvm(TokenKeys.none());

    private static SessionTokens jvm(TokenKeys environment) {
        return new SessionTokens(() -> 1_700_000_000_000L, environment);
    }

    private static List<TokenEntry> read(SessionTokens reader, String token) {
        return reader.read(token, TIME_TO_LIVE, null);
    }

    @Test
    void withoutKeysAreForThisJvmAlone() {
        String token = here.write(ENTRIES, null);
        assertEquals(ENTRIES, read(here, token));
        assertEquals(List.of(), read(there, token));
        assertEquals(1, there.statistics().count(TokenOutcome.UNKNOWN_KEY));
    }

    @Test
    void withTheSameKeysAreForAll() {
        TokenKeys keys = TokenKeysFixture.keys("k1");
        here.use(List.of(TokenKeys.none(), keys, keys));
        there.use(List.of(keys));
        assertEquals(ENTRIES, read(there, here.write(ENTRIES, null)));
    }

    @Test
    void ofTimesBeforeAndAfterThereWereKeysAreReadWhereTheyWereMade() {
        String before = here.write(ENTRIES, null);
        here.use(List.of(TokenKeysFixture.keys("k1")));
        assertEquals(ENTRIES, read(here, before));
    }

    @Test
    void withKeysOfTheEnvironmentAreReadBeforeAnyDataSourceIsOpenAndAfter() {
        TokenKeys environment = TokenKeysFixture.keys("env");
        SessionTokens early = jvm(environment);
        String token = jvm(environment).write(ENTRIES, null);
        assertEquals(ENTRIES, read(early, token));
        early.use(List.of(TokenKeysFixture.keys("k1")));
        assertEquals(ENTRIES, read(early, token));
    }

    @Test
    void withKeysThatAreGoneAreNone() {
        here.use(List.of(TokenKeysFixture.keys("k1")));
        String token = here.write(ENTRIES, null);
        here.use(List.of(TokenKeysFixture.keys("k2")));
        assertEquals(List.of(), read(here, token));
    }

    @Test
    void areCountedByWhatBecameOfThem() {
        read(here, here.write(ENTRIES, null));
        read(here, "");
        read(here, "A".repeat(5000));
        read(here, here.write(ENTRIES, "a session"));
        TokenStatistics statistics = here.statistics();
        assertEquals(1, statistics.count(TokenOutcome.ACCEPTED));
        assertEquals(1, statistics.count(TokenOutcome.MALFORMED));
        assertEquals(1, statistics.count(TokenOutcome.TOO_LONG));
        assertEquals(1, statistics.count(TokenOutcome.FORGED));
        assertEquals(0, statistics.count(TokenOutcome.EXPIRED));
        assertEquals(3, statistics.rejected());
    }
}
