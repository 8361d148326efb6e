package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.capture.WriteObserver;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The way from a rule's properties through {@link RywSession} to a store. */
class StoreInUseTest {

    private static final ServerAddress ADDRESS = new ServerAddress("store-in-use-test", 3306);

    private static final List<Consumer<WriteObserver>> REPORTS = List.of(
            each -> each.marked(ADDRESS),
            each -> each.markPending(ADDRESS).settle(),
            each -> each.writing(ADDRESS).settle(),
            each -> each.commitUnknown(ADDRESS, 1, "user"));

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
    void requestsOneAfterTheOtherAreSavedOnceEach() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.ERROR)) {
            for (int i = 1; i <= 3; i++) {
                try (RywSession session = RywSession.open("one-after-the-other")) {
                    for (int j = 1; j <= 5; j++) {
                        session.observer().committed(ADDRESS, gtids(String.valueOf(10 * i + j)));
                    }
                }
                assertEquals(i, statistics().saves());
            }
        }
    }

    /** Of a transaction that outlives its session, or of a task. */
    @Test
    void whatAClosedSessionWritesIsSavedAtOnceAlsoWhileItsKeyIsOpenAgain() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.ERROR)) {
            WriteObserver earlier;
            try (RywSession session = RywSession.open("open-again")) {
                earlier = session.observer();
            }
            try (RywSession session = RywSession.open("open-again")) {
                session.observer().committed(ADDRESS, gtids("1"));
                assertEquals(0, statistics().saves(), "its close will save it");
                earlier.committed(ADDRESS, gtids("2"));
                assertEquals(1, statistics().saves());
            }
            assertEquals(1, statistics().saves());
            for (Consumer<WriteObserver> each : REPORTS) {
                try (RywSession session = RywSession.open("open-again")) {
                    long before = statistics().saves();
                    each.accept(earlier);
                    assertTrue(statistics().saves() > before, session::toString);
                }
            }
        }
    }

    @Test
    void aSessionThatIsNotLoadedForAnErrorOfItsStoreIsNotLeftOpen() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.WARN)) {
            int closed = SessionRegistry.keyed().queued();
            StoreProviderFixture.breakDown(true);
            assertThrows(NoClassDefFoundError.class, () -> RywSession.open("not-left-open"));
            StoreProviderFixture.breakDown(false);
            assertEquals(Optional.empty(), RywSession.current());
            assertEquals(closed + 1, SessionRegistry.keyed().queued(), "to be forgotten");
            SessionRegistry.keyed().open("not-left-open").committed(ADDRESS, gtids("1"));
            assertEquals(1, statistics().saves(), "nothing is open that would save it");
            SessionRegistry.keyed().close("not-left-open");
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
