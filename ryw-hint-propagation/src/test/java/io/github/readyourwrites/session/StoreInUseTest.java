package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The way from a rule's properties through {@link RywSession} to a store. */
class StoreInUseTest {

    private static final ServerAddress ADDRESS = new ServerAddress("store-in-use-test", 3306);

    private static SessionRegistry.Rule use(String type, Duration timeout) {
        return SessionRegistry.use(
                Duration.ofMinutes(10),
                SessionlessScope.INSTANCE,
                TokenKeys.none(),
                new TokenStoreSettings(type, Map.of(), timeout, LoadFailureAction.FENCE, SaveFailureAction.WARN));
    }

    private static TokenStoreStatistics statistics() {
        return SessionRegistry.tokenStoreStatistics().orElseThrow();
    }

    @Test
    void aSessionIsLoadedAtItsOpeningAndSavedAtItsClose() {
        try (SessionRegistry.Rule ignored = use("memory", Duration.ofSeconds(10))) {
            try (RywSession session = RywSession.open("store-in-use-test")) {
                assertEquals(1, statistics().loads());
                session.floor().committed(ADDRESS, gtids("1"));
                assertEquals(0, statistics().saves());
            }
            assertEquals(new TokenStoreStatistics(1, 0, 0, 1, 0), statistics());
            try (RywSession other = RywSession.open()) {
                other.floor().committed(ADDRESS, gtids("2"));
            }
            assertEquals(1, statistics().saves(), "one without a key is nobody else's");
        }
        assertTrue(SessionRegistry.tokenStoreStatistics().isEmpty());
    }

    @Test
    void aSessionThatIsSavedBeforeItsCloseIsNotLoadedAgain() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.ERROR);
                RywSession session = RywSession.open("saved-early")) {
            session.floor().committed(ADDRESS, gtids("1"));
            session.save();
            assertEquals(new TokenStoreStatistics(1, 0, 0, 1, 0), statistics());
        }
    }

    @Test
    void rulesShareOneStoreUntilTheLastIsClosed() {
        SessionRegistry.Rule first = use("MEMORY", Duration.ofSeconds(10));
        SessionRegistry.Rule second = use("MEMORY", Duration.ofSeconds(10));
        first.close();
        first.close();
        assertEquals(0, statistics().loads());
        second.close();
        assertTrue(SessionRegistry.tokenStoreStatistics().isEmpty());
    }

    @Test
    void anotherStoreIsRefused() {
        try (SessionRegistry.Rule ignored = use("MEMORY", Duration.ofSeconds(10))) {
            String message = String.valueOf(
                    assertThrows(IllegalArgumentException.class, () -> use("MEMORY", Duration.ofSeconds(20)))
                            .getMessage());
            assertTrue(message.contains("give all rules the same token-store properties"), message);
        }
        assertTrue(SessionRegistry.tokenStoreStatistics().isEmpty(), "the refused one counts for nothing");
    }

    @Test
    void anUnknownTypeIsRefusedWithTheKnownOnes() {
        TokenStoreSettings settings = new TokenStoreSettings(
                "ETCD", Map.of(), Duration.ofSeconds(1), LoadFailureAction.FENCE, SaveFailureAction.WARN);
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, settings::check).getMessage());
        assertTrue(message.endsWith("allowed: NONE, FIXTURE, MEMORY, REDIS"), message);
    }
}
