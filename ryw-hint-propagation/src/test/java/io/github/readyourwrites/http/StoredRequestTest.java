package io.github.readyourwrites.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.PositionsFixture;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.SaveFailureAction;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.session.StoreProviderFixture;
import io.github.readyourwrites.session.TokenStoreException;
import io.github.readyourwrites.session.TokenStoreStatistics;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests whose session is kept in a store. */
class StoredRequestTest {

    private static int tests;

    private final PositionsFixture positions = new PositionsFixture("stored-request-test-" + ++tests);

    private final RequestFixture request = new RequestFixture();

    private final ResponseFixture response = new ResponseFixture();

    private final RywFilter filter = new RywFilter();

    @BeforeEach
    void hasAKey() {
        request.user = "stored-request-test-" + tests;
    }

    @AfterEach
    void nothingIsLeftOpen() {
        assertEquals(Optional.empty(), RywSession.current());
        assertTrue(session().isEnded());
    }

    private RequestSession session() {
        return (RequestSession) request.attributes.values().iterator().next();
    }

    private void handle(ResponseFixture answer, FilterChain chain) throws Exception {
        filter.doFilter(request.request(), answer.response(), chain);
    }

    private void handleWrite() throws Exception {
        handle(response, (in, out) -> {
            positions.commit(1, 5);
            out.getWriter().print("done");
        });
    }

    private static TokenStoreStatistics statistics() {
        return SessionRegistry.tokenStoreStatistics().orElseThrow();
    }

    @Test
    void requestLoadsOnceAndSavesOnce() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.ERROR)) {
            handleWrite();
            assertEquals("done", response.text());
            assertEquals(new TokenStoreStatistics(1, 0, 0, 1, 0), statistics());
        }
    }

    @Test
    void storeThatIsAwayIsAskedAtTheOpeningAndAtTheAnswerOnly() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.WARN)) {
            StoreProviderFixture.fail(true);
            handleWrite();
            assertEquals("done", response.text());
            assertEquals(new TokenStoreStatistics(1, 0, 1, 1, 1), statistics());
        }
    }

    @Test
    void earlyResponseIsSavedBeforeItIsCommitted() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.ERROR)) {
            handle(response, (in, out) -> {
                positions.commit(1, 5);
                out.flushBuffer();
                assertEquals(new TokenStoreStatistics(1, 0, 0, 1, 0), statistics());
            });
            assertEquals(1, statistics().saves(), "there was nothing left");
        }
    }

    /** There is no token to send then. */
    @Test
    void earlyResponseIsSavedBeforeItIsCommittedAlsoWhereTheClientHasAMark() throws Exception {
        try (AutoCloseable primary = positions.inUse();
                AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.ERROR)) {
            handle(response, (in, out) -> {
                positions.commit(6, 6);
                out.flushBuffer();
            });
            assertEquals(1, statistics().saves());
            request.attributes.clear();
            request.cookies.addAll(response.cookies);
            ResponseFixture second = new ResponseFixture();
            handle(second, (in, out) -> {
                positions.commit(8, 8);
                out.flushBuffer();
                assertTrue(second.committed);
                assertEquals(2, statistics().saves());
            });
            assertEquals(2, statistics().saves(), "there was nothing left");
        }
    }

    @Test
    void storeThatIsAwayIsAskedOnceMoreForAnEarlyResponse() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.WARN)) {
            StoreProviderFixture.fail(true);
            handle(response, (in, out) -> {
                positions.commit(1, 5);
                out.flushBuffer();
                assertEquals(1, statistics().saves());
            });
            assertEquals(new TokenStoreStatistics(1, 0, 1, 2, 2), statistics());
        }
    }

    @Test
    void requestThatIsNotSavedFailsWithItsTokenAndItsSessionEnds() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.ERROR)) {
            StoreProviderFixture.fail(true);
            assertThrows(TokenStoreException.class, this::handleWrite);
            assertTrue(session().isEnded());
            assertEquals(1, response.cookies.size());
            assertFalse(response.committed);
        }
    }

    @Test
    void earlyResponseThatIsNotSavedIsNotCommittedAndHasItsToken() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.ERROR)) {
            StoreProviderFixture.fail(true);
            assertThrows(
                    TokenStoreException.class,
                    () -> handle(response, (in, out) -> {
                        positions.commit(1, 5);
                        assertThrows(TokenStoreException.class, out::flushBuffer);
                        assertEquals(1, response.cookies.size());
                        assertFalse(response.committed);
                    }));
            assertFalse(response.committed);
        }
    }

    @Test
    void errorPageOfARequestThatWasNotSavedSeesTheWriteAndIsShown() throws Exception {
        try (AutoCloseable ignored = StoreProviderFixture.inUse(SaveFailureAction.ERROR)) {
            StoreProviderFixture.fail(true);
            assertThrows(TokenStoreException.class, this::handleWrite);
            request.dispatcherType = DispatcherType.ERROR;
            ResponseFixture page = new ResponseFixture();
            handle(page, (in, out) -> {
                assertTrue(positions.mustSee(1, 5));
                out.getWriter().print("page");
            });
            assertEquals("page", page.text());
            assertEquals(1, page.cookies.size());
        }
    }
}
