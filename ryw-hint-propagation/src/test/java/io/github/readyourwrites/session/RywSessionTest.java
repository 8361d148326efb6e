package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.replica.Primary;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RywSessionTest {

    /** Addresses of its own: the registry under test is the JVM's. */
    private static final ServerAddress ADDRESS = new ServerAddress("session-test", 3306);

    private final Primary primary = SessionRegistry.servers().primary(ADDRESS);

    @AfterEach
    void nothingIsLeftOpen() {
        assertEquals(Optional.empty(), RywSession.current());
        assertFalse(ReadView.current().isPrimaryRequested());
    }

    @Test
    void sessionsNest() {
        try (RywSession outer = RywSession.open()) {
            try (RywSession inner = RywSession.open()) {
                assertSame(inner, RywSession.current().orElseThrow());
            }
            assertSame(outer, RywSession.current().orElseThrow());
        }
    }

    @Test
    void keyHasOneFloor() {
        try (RywSession outer = RywSession.open("key");
                RywSession inner = RywSession.open("key");
                RywSession another = RywSession.open("another");
                RywSession anonymous = RywSession.open()) {
            assertSame(outer.floor(), inner.floor());
            assertNotSame(outer.floor(), another.floor());
            assertNotSame(outer.floor(), anonymous.floor());
        }
    }

    @Test
    void closingOutOfOrderLeavesTheInnerOneCurrent() {
        RywSession outer = RywSession.open();
        RywSession inner = RywSession.open();
        outer.close();
        assertSame(inner, RywSession.current().orElseThrow());
        inner.close();
        inner.close();
    }

    @Test
    void closedTwiceGivesBackOneOpening() {
        RywSession first = RywSession.open("twice");
        RywSession second = RywSession.open("twice");
        second.close();
        second.close();
        first.close();
        try (RywSession again = RywSession.open("twice")) {
            assertSame(first.floor(), again.floor());
        }
    }

    @Test
    void closedOnAnotherThreadItEndsOnItsOwn() throws ExecutionException, InterruptedException {
        try (RywSession outer = RywSession.open()) {
            RywSession inner = RywSession.open();
            onBareThread(() -> {
                inner.close();
                return RywSession.current();
            });
            assertSame(outer, RywSession.current().orElseThrow());
        }
    }

    @Test
    void threadBornInASessionInheritsNothing() throws ExecutionException, InterruptedException {
        try (RywSession ignored = RywSession.open();
                RywSession.PrimaryScope alsoIgnored = RywSession.readFromPrimary()) {
            assertEquals(Optional.empty(), onBareThread(RywSession::current));
            assertFalse(onBareThread(() -> ReadView.current().isPrimaryRequested()));
        }
    }

    @Test
    void poolThreadBornInASessionKeepsNothingOfIt() throws ExecutionException, InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            Future<Optional<RywSession>> born;
            try (RywSession ignored = RywSession.open()) {
                born = pool.submit(RywSession::current);
            }
            assertEquals(Optional.empty(), born.get());
            assertEquals(Optional.empty(), pool.submit(RywSession::current).get());
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void levelIsOfTheSessionAndWhatIsNestedInIt() {
        try (RywSession outer = RywSession.open().require(ConsistencyLevel.STRONG)) {
            assertSame(outer, outer.require(ConsistencyLevel.STRONG));
            try (RywSession inner = RywSession.open()) {
                assertEquals(ConsistencyLevel.STRONG, level());
                inner.require(ConsistencyLevel.EVENTUAL);
                assertEquals(ConsistencyLevel.EVENTUAL, level());
            }
            assertEquals(ConsistencyLevel.STRONG, level());
        }
        assertEquals(ConsistencyLevel.SESSION, level());
    }

    private static ConsistencyLevel level() {
        return ReadView.current().level(ConsistencyLevel.SESSION);
    }

    @Test
    void primaryScopesNestAndKeepTheSession() {
        try (RywSession session = RywSession.open().require(ConsistencyLevel.INSTANCE);
                RywSession.PrimaryScope outer = RywSession.readFromPrimary()) {
            try (RywSession.PrimaryScope inner = RywSession.readFromPrimary()) {
                inner.close();
                assertTrue(ReadView.current().isPrimaryRequested());
            }
            assertTrue(ReadView.current().isPrimaryRequested());
            assertSame(session, RywSession.current().orElseThrow());
            assertEquals(ConsistencyLevel.INSTANCE, level());
            outer.close();
            assertFalse(ReadView.current().isPrimaryRequested());
        }
    }

    @Test
    void tokenCarriesPositionAndMark() {
        String token;
        try (RywSession session = RywSession.open()) {
            session.floor().committed(ADDRESS, gtids("1-5"));
            session.floor().marked(ADDRESS);
            token = session.token();
        }
        try (RywSession resumed = RywSession.resume(token)) {
            List<Floor> floors = floors();
            assertTrue(floors.stream().anyMatch(each -> each.position().contains(gtids("1-5"))));
            assertTrue(resumed.floor().get(primary).needsFence());
        }
    }

    @Test
    void tokenOfAnOpenWriteCarriesAMark() {
        try (RywSession session = RywSession.open()) {
            session.floor().committed(ADDRESS, gtids("1-5"));
            session.floor().writing(ADDRESS);
            try (RywSession resumed = RywSession.resume(session.token())) {
                floors();
                assertTrue(resumed.floor().get(primary).needsFence());
            }
        }
    }

    @Test
    void tokenOfATokenIsNoLess() {
        try (RywSession session = RywSession.open()) {
            session.floor().committed(ADDRESS, gtids("1-5"));
            try (RywSession resumed = RywSession.resume(session.token());
                    RywSession again = RywSession.resume(resumed.token())) {
                floors();
                assertTrue(again.floor().get(primary).position().contains(gtids("1-5")));
            }
        }
    }

    @Test
    void unreadableTokenIsNoneAndCounted() {
        long before = TokenStatistics.current().rejected();
        try (RywSession session = RywSession.resume("not a token")) {
            session.merge("");
            assertTrue(session.floor().carried().entries().isEmpty());
        }
        assertEquals(before + 2, TokenStatistics.current().rejected());
    }

    @Test
    void tokenThatSaysNothingIsOneToo() {
        String token;
        try (RywSession session = RywSession.open()) {
            session.floor().get(primary);
            token = session.token();
        }
        long before = TokenStatistics.current().count(TokenOutcome.ACCEPTED);
        try (RywSession resumed = RywSession.resume(token)) {
            assertEquals(List.of(), resumed.floor().carried().entries());
        }
        assertEquals(before + 1, TokenStatistics.current().count(TokenOutcome.ACCEPTED));
    }

    @Test
    void boundTokenIsOfUseOnlyToItsSession() {
        String token;
        try (RywSession session = RywSession.open("bound")) {
            session.floor().committed(ADDRESS, gtids("1-5"));
            token = session.boundToken();
        }
        long before = TokenStatistics.current().count(TokenOutcome.FORGED);
        try (RywSession same = RywSession.open("bound");
                RywSession other = RywSession.open("bound elsewhere");
                RywSession anonymous = RywSession.resume(token)) {
            other.merge(token);
            assertFalse(other.floor().hasCarried());
            assertFalse(anonymous.floor().hasCarried());
            assertEquals(before + 2, TokenStatistics.current().count(TokenOutcome.FORGED));
            same.merge(token);
            assertTrue(same.floor().hasCarried());
        }
    }

    @Test
    void onlyASessionWithAKeyHasABoundToken() {
        try (RywSession session = RywSession.open()) {
            assertThrows(IllegalStateException.class, session::boundToken);
        }
    }

    @Test
    void tokensAreReadWithTheKeysOfTheRulesInUse() {
        TokenKeys keys = TokenKeysFixture.keys("shared");
        String token;
        try (SessionRegistry.Rule ignored = use(keys);
                RywSession session = RywSession.open()) {
            session.floor().marked(ADDRESS);
            token = session.token();
        }
        long before = TokenStatistics.current().count(TokenOutcome.UNKNOWN_KEY);
        try (RywSession resumed = RywSession.resume(token)) {
            assertFalse(resumed.floor().hasCarried());
        }
        assertEquals(before + 1, TokenStatistics.current().count(TokenOutcome.UNKNOWN_KEY));
        try (SessionRegistry.Rule ignored = use(keys);
                RywSession resumed = RywSession.resume(token)) {
            assertTrue(resumed.floor().hasCarried());
        }
    }

    private static SessionRegistry.Rule use(TokenKeys keys) {
        return SessionRegistry.use(Duration.ofMinutes(1), SessionlessScope.INSTANCE, keys);
    }

    private List<Floor> floors() {
        List<Floor> result = new ArrayList<>();
        ReadView.current().addFloors(ConsistencyLevel.SESSION, primary, false, SessionlessScope.NONE, result);
        return result;
    }

    private static <T> T onBareThread(Supplier<T> task) throws ExecutionException, InterruptedException {
        FutureTask<T> result = new FutureTask<>(task::get);
        new Thread(result).start();
        return result.get();
    }

    @Test
    void sessionOpenedInsideReadsFromThePrimaryToo() {
        try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary();
                RywSession inner = RywSession.open()) {
            assertTrue(ReadView.current().isPrimaryRequested(), inner::token);
        }
        assertFalse(ReadView.current().isPrimaryRequested());
    }

    @Test
    void levelOfASessionThatWasClosedFirstNoLongerCounts() {
        RywSession outer = RywSession.open().require(ConsistencyLevel.EVENTUAL);
        try (RywSession inner = RywSession.open()) {
            outer.close();
            assertEquals(ConsistencyLevel.STRONG, ReadView.current().level(ConsistencyLevel.STRONG), inner::token);
        }
    }
}
