package io.github.readyourwrites.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.PositionsFixture;
import io.github.readyourwrites.session.RywSession;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RywFilterTest {

    private static int tests;

    private final PositionsFixture positions = new PositionsFixture("filter-test-" + ++tests);

    private final RequestFixture request = new RequestFixture();

    private final ResponseFixture response = new ResponseFixture();

    private RywFilter filter = new RywFilter();

    @BeforeEach
    void nothingIsOpen() {
        assertEquals(Optional.empty(), RywSession.current());
    }

    @AfterEach
    void nothingIsLeftOpen() {
        assertEquals(Optional.empty(), RywSession.current());
    }

    private void handle(FilterChain chain) throws Exception {
        filter.doFilter(request.request(), response.response(), chain);
    }

    private void handleWrite(int from, int to) throws Exception {
        handle((in, out) -> {
            positions.commit(from, to);
            out.getWriter().print("done");
        });
    }

    /** A request, with the cookies of a browser, to an instance that knows nothing else. */
    private boolean nextMustSee(List<Cookie> browser, int from, int to) throws Exception {
        RequestFixture next = new RequestFixture();
        next.method = "GET";
        browser.stream().filter(each -> each.getMaxAge() > 0).forEach(next.cookies::add);
        boolean[] result = {false};
        filter.doFilter(
                next.request(), new ResponseFixture().response(), (in, out) -> result[0] = positions.mustSee(from, to));
        return result[0];
    }

    private void assertHandedOn(int from, int to) throws Exception {
        assertTrue(nextMustSee(response.cookies, from, to));
        assertEquals(0, filter.statistics().lateWrites());
    }

    @Test
    void cookieCarriesTheWriteToTheNextRequestAndNothingElseDoes() throws Exception {
        handleWrite(1, 5);
        assertEquals("done", response.text());
        assertFalse(nextMustSee(List.of(), 1, 5), "the control: without the cookie");
        assertHandedOn(1, 5);
        Cookie cookie = response.cookies.get(0);
        assertTrue(cookie.getName().matches("ryw-token-\\d{1,4}"), cookie.getName());
        assertTrue(cookie.isHttpOnly());
        assertEquals("Lax", cookie.getAttribute("SameSite"));
        assertEquals("/", cookie.getPath());
        assertEquals(600, cookie.getMaxAge());
        assertFalse(cookie.getSecure());
        assertEquals(1, filter.statistics().tokensSent());
    }

    @Test
    void cookieIsSecureWhereTheRequestIs() throws Exception {
        request.secure = true;
        handleWrite(1, 5);
        assertTrue(response.cookies.get(0).getSecure());
    }

    @Test
    void nothingIsSentWhereNothingWasWritten() throws Exception {
        handle((in, out) -> out.getWriter().print("read"));
        assertEquals(List.of(), response.cookies);
        assertEquals(0, filter.statistics().tokensSent());
    }

    @Test
    void nothingIsSentAgainThatTheClientHas() throws Exception {
        handleWrite(1, 5);
        ResponseFixture second = new ResponseFixture();
        RequestFixture next = new RequestFixture();
        next.cookies.addAll(response.cookies);
        filter.doFilter(next.request(), second.response(), (in, out) -> assertTrue(positions.mustSee(1, 5)));
        assertEquals(List.of(), second.cookies);
    }

    @Test
    void responsesUnderWayAtTheSameTimeLoseNothing() throws Exception {
        List<Cookie> browser = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            ResponseFixture each = new ResponseFixture();
            int from = 10 * i;
            filter.doFilter(new RequestFixture().request(), each.response(), (in, out) -> positions.commit(from, from));
            browser.addAll(each.cookies);
        }
        assertEquals(20, browser.stream().map(Cookie::getName).distinct().count());
        for (int i = 1; i <= 20; i++) {
            assertTrue(nextMustSee(browser, 10 * i, 10 * i));
        }
        request.cookies.addAll(browser);
        handleWrite(500, 500);
        List<Cookie> kept =
                response.cookies.stream().filter(each -> each.getMaxAge() > 0).toList();
        assertEquals(1, kept.size());
        assertEquals(21, response.cookies.size(), "one in the place of twenty");
        assertTrue(nextMustSee(kept, 10, 10));
        assertTrue(nextMustSee(kept, 200, 200));
        assertTrue(nextMustSee(kept, 500, 500));
    }

    @Test
    void whatCannotBeReadIsNoTokenAndStaysForOthers() throws Exception {
        handleWrite(1, 5);
        String token = response.cookies.get(0).getValue();
        for (String each : List.of("", "x", token.substring(4), "A" + token, "a".repeat(5_000))) {
            RequestFixture next = new RequestFixture();
            next.cookies.add(new Cookie("ryw-token-7", each));
            next.cookies.add(new Cookie("ryw-token-", token));
            next.cookies.add(new Cookie("ryw-token-12345", token));
            next.cookies.add(new Cookie("other", token));
            ResponseFixture out = new ResponseFixture();
            filter.doFilter(next.request(), out.response(), (in, ignored) -> {
                assertFalse(positions.mustSee(1, 5));
                positions.commit(6, 6);
            });
            assertEquals(1, out.cookies.size());
            assertNotEquals("ryw-token-7", out.cookies.get(0).getName());
        }
    }

    @Test
    void principalAndHeaderNameTheSession() throws Exception {
        request.user = "filter-test-user";
        handleWrite(1, 5);
        RequestFixture next = new RequestFixture();
        next.user = "filter-test-user";
        filter.doFilter(
                next.request(), new ResponseFixture().response(), (in, out) -> assertTrue(positions.mustSee(1, 5)));
        next.user = null;
        next.attributes.clear();
        next.headers.put("x-user", "filter-test-user");
        filter.doFilter(
                next.request(), new ResponseFixture().response(), (in, out) -> assertFalse(positions.mustSee(1, 5)));
        next.attributes.clear();
        filter = RywFilter.builder().keyHeader("x-user").build();
        filter.doFilter(
                next.request(), new ResponseFixture().response(), (in, out) -> assertTrue(positions.mustSee(1, 5)));
        filter = RywFilter.builder().key(in -> "filter-test-user").build();
        filter.doFilter(
                new RequestFixture().request(),
                new ResponseFixture().response(),
                (in, out) -> assertTrue(positions.mustSee(1, 5)));
    }

    @Test
    void callerWithAHeaderIsAnsweredByOne() throws Exception {
        try (RywSession session = RywSession.open()) {
            positions.commit(1, 5);
            request.headers.put("ryw-token", session.token());
        }
        handle((in, out) -> {
            assertTrue(positions.mustSee(1, 5));
            positions.commit(6, 7);
        });
        assertEquals(List.of(), response.cookies);
        try (RywSession session = RywSession.open()) {
            session.merge(String.valueOf(response.headers.get("ryw-token")));
            assertTrue(positions.mustSee(1, 5));
            assertTrue(positions.mustSee(6, 7));
        }
    }

    @Test
    void answersAsTold() throws Exception {
        filter = RywFilter.builder().answer(TokenAnswer.BOTH).build();
        handleWrite(1, 5);
        assertEquals(1, response.cookies.size());
        assertTrue(response.headers.containsKey("ryw-token"));
        ResponseFixture none = new ResponseFixture();
        filter = RywFilter.builder().answer(TokenAnswer.NONE).build();
        filter.doFilter(new RequestFixture().request(), none.response(), (in, out) -> positions.commit(6, 6));
        assertEquals(List.of(), none.cookies);
        assertTrue(none.headers.isEmpty());
        assertEquals(0, filter.statistics().lateWrites());
    }

    @Test
    void contentIsHeldBackUntilTheLastWrite() throws Exception {
        handle((in, out) -> {
            out.getWriter().print("early ");
            out.getWriter().close();
            assertFalse(response.committed);
            positions.commit(1, 5);
        });
        assertEquals("early ", response.text());
        assertHandedOn(1, 5);
    }

    @Test
    void bytesAreHeldBackToo() throws Exception {
        handle((in, out) -> {
            out.getOutputStream().write("early".getBytes(US_ASCII));
            out.getOutputStream().close();
            assertFalse(response.committed);
            positions.commit(1, 5);
        });
        assertEquals("early", response.text());
        assertHandedOn(1, 5);
    }

    @Test
    void moreThanIsHeldBackGoesOutWithTheTokenBefore() throws Exception {
        handle((in, out) -> {
            positions.commit(1, 5);
            out.getWriter().print("x".repeat(8_000));
            assertFalse(response.committed);
            out.getWriter().print("y".repeat(1_000));
            assertTrue(response.committed);
        });
        assertEquals(9_000, response.body.size());
        assertHandedOn(1, 5);
    }

    @Test
    void tokenComesBeforeFlushRedirectionAndError() throws Exception {
        List<Answer> answers = List.of(
                HttpServletResponse::flushBuffer,
                out -> out.getWriter().flush(),
                out -> out.getOutputStream().flush(),
                out -> out.sendRedirect("/"),
                out -> out.sendRedirect("/", 303, true),
                out -> out.sendRedirect("/", 303, false),
                out -> out.sendError(409),
                out -> out.sendError(409, "conflict"));
        for (Answer each : answers) {
            ResponseFixture out = new ResponseFixture();
            filter.doFilter(new RequestFixture().request(), out.response(), (in, wrapped) -> {
                positions.commit(1, 5);
                each.give((HttpServletResponse) wrapped);
                assertTrue(out.committed);
            });
            assertTrue(nextMustSee(out.cookies, 1, 5));
        }
        assertEquals(0, filter.statistics().lateWrites());
    }

    private interface Answer {

        void give(HttpServletResponse response) throws IOException;
    }

    @Test
    void errorReplacesWhatWasHeldBack() throws Exception {
        handle((in, out) -> {
            out.getWriter().print("half a page");
            ((HttpServletResponse) out).sendError(500);
        });
        assertEquals("", response.text());
        assertEquals(500, response.status);
    }

    /** Tomcat takes neither content nor headers from the end of a forward on. */
    @Test
    void nothingIsHeldBackInAForward() throws Exception {
        handle((in, out) -> {
            positions.commit(1, 5);
            out.getWriter().print("replaced");
            out.resetBuffer();
            out.getWriter().print("page");
            assertEquals("page", response.text());
        });
        assertEquals("page", response.text());
        assertHandedOn(1, 5);
    }

    @Test
    void takingBackTheHeadersDoesNotTakeBackTheToken() throws Exception {
        handle((in, out) -> {
            positions.commit(1, 5);
            out.setBufferSize(100_000);
            out.resetBuffer();
            assertEquals(1, response.cookies.size());
            out.reset();
            assertEquals(1, response.cookies.size(), "the response's own are gone, and it is there again");
            out.getOutputStream().print("another");
        });
        assertEquals("another", response.text());
        assertHandedOn(1, 5);
    }

    @Test
    void exceptionPassesAndTheTokenIsThere() throws Exception {
        IOException thrown = new IOException("after the write");
        IOException ex = assertThrows(
                IOException.class,
                () -> handle((in, out) -> {
                    positions.commit(1, 5);
                    out.getWriter().print("half a page");
                    throw thrown;
                }));
        assertSame(thrown, ex);
        assertEquals("", response.text());
        assertHandedOn(1, 5);
    }

    /** Kotlin has no checked exceptions. */
    @Test
    void requestThatFailsWithAnUndeclaredCheckedExceptionEndsItsSessionAndSendsItsToken() throws Exception {
        request.user = "filter-test-undeclared";
        assertThrows(
                SQLException.class,
                () -> handle((in, out) -> {
                    positions.commit(1, 5);
                    throw RywFilterTest.<RuntimeException>undeclared(new SQLException("expected"));
                }));
        assertTrue(((RequestSession) request.attributes.values().iterator().next()).isEnded());
        assertHandedOn(1, 5);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T undeclared(Throwable ex) throws T {
        throw (T) ex;
    }

    @Test
    void writeAfterTheResponseWasCommittedIsCounted() throws Exception {
        request.method = "GET";
        handle((in, out) -> {
            out.flushBuffer();
            positions.commit(1, 5);
        });
        assertEquals(List.of(), response.cookies);
        assertEquals(1, filter.statistics().lateWrites());
    }

    /** The token makes the next request ask, which sees more than any position. */
    @Test
    void writeAfterTheResponseOfAPostWasCommittedIsCoveredByAMark() throws Exception {
        try (AutoCloseable ignored = positions.inUse()) {
            handle((in, out) -> {
                out.flushBuffer();
                positions.commit(1, 5);
            });
            assertEquals(new FilterStatistics(1, 1, 0), filter.statistics());
            RequestFixture next = new RequestFixture();
            next.cookies.addAll(response.cookies);
            filter.doFilter(
                    next.request(), new ResponseFixture().response(), (in, out) -> assertTrue(positions.needsFence()));
        }
    }

    @Test
    void flushesAreHeldBackWhereThatIsAskedFor() throws Exception {
        filter = RywFilter.builder().holdFlushes(true).bufferBytes(100).build();
        request.method = "GET";
        handle((in, out) -> {
            out.getWriter().print("early");
            out.getWriter().flush();
            out.flushBuffer();
            assertFalse(response.committed);
            positions.commit(1, 5);
        });
        assertEquals("early", response.text());
        assertHandedOn(1, 5);
    }

    @Test
    void asynchronousRequestGoesOnInItsSessionUntilItIsComplete() throws Exception {
        handle((in, out) -> {
            AsyncContext context = in.startAsync();
            // By a thread that is in no session.
            CompletableFuture.runAsync(() -> context.start(() -> {
                        positions.commit(1, 5);
                        assertTrue(positions.mustSee(1, 5));
                    }))
                    .join();
            out.getWriter().print("async");
        });
        assertEquals(List.of(), response.cookies);
        assertFalse(response.committed);
        Thread thread = new Thread(Objects.requireNonNull(request.asyncTask));
        thread.start();
        thread.join();
        assertFalse(positions.mustSee(1, 5));
        new SessionRequest(request.request(), (RequestSession)
                        request.attributes.values().iterator().next())
                .getAsyncContext()
                .complete();
        assertEquals("complete", request.asyncCall);
        assertEquals("async", response.text());
        request.completed();
        assertHandedOn(1, 5);
    }

    @Test
    void dispatchedRequestComesBackIntoItsSession() throws Exception {
        handle((in, out) -> {
            positions.commit(1, 5);
            out.getWriter().print("one ");
            in.startAsync().dispatch();
        });
        assertEquals("dispatch", request.asyncCall);
        request.dispatcherType = DispatcherType.ASYNC;
        handle((in, out) -> {
            assertTrue(positions.mustSee(1, 5));
            out.getWriter().print("two");
        });
        assertEquals("one two", response.text());
        request.completed();
        assertHandedOn(1, 5);
    }

    @Test
    void dispatchPastTheFilterLosesNoContent() throws Exception {
        HttpServletResponse[] given = new HttpServletResponse[1];
        handle((in, out) -> {
            positions.commit(1, 5);
            given[0] = (HttpServletResponse) out;
            in.startAsync().dispatch("/elsewhere");
        });
        given[0].getWriter().print("past the filter");
        given[0].getWriter().close();
        request.completed();
        assertEquals("past the filter", response.text());
        assertHandedOn(1, 5);
    }

    @Test
    void timeOutLosesNoContent() throws Exception {
        handle((in, out) -> {
            positions.commit(1, 5);
            in.startAsync();
            out.getWriter().print("late");
        });
        request.timedOut();
        request.completed();
        assertEquals("late", response.text());
        assertHandedOn(1, 5);
    }

    @Test
    void errorPageIsMadeInASessionThatSeesTheWrite() throws Exception {
        assertThrows(
                IllegalStateException.class,
                () -> handle((in, out) -> {
                    positions.commit(1, 5);
                    throw new IllegalStateException("expected");
                }));
        request.dispatcherType = DispatcherType.ERROR;
        handle((in, out) -> assertTrue(positions.mustSee(1, 5)));
    }

    @Test
    void includedRequestStaysInItsSession() throws Exception {
        handle((in, out) -> {
            Optional<RywSession> outer = RywSession.current();
            request.dispatcherType = DispatcherType.INCLUDE;
            filter.doFilter(in, out, (inner, ignored) -> assertEquals(outer, RywSession.current()));
            positions.commit(1, 5);
        });
        assertHandedOn(1, 5);
    }

    @Test
    void sessionLeftOpenByTheApplicationIsGone() throws Exception {
        handle((in, out) -> RywSession.open().require(ConsistencyLevel.STRONG));
        assertEquals(Optional.empty(), RywSession.current());
    }
}
