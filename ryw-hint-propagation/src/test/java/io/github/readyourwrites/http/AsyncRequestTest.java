package io.github.readyourwrites.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.PositionsFixture;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Asynchronous requests that go on after an error, a time-out or what looked like an answer. */
class AsyncRequestTest {

    private static int tests;

    private final PositionsFixture positions = new PositionsFixture("async-test-" + ++tests);

    private final RequestFixture request = new RequestFixture();

    private final ResponseFixture response = new ResponseFixture();

    private final RywFilter filter = new RywFilter();

    private AutoCloseable group;

    @BeforeEach
    void primaryIsKnown() {
        group = positions.inUse();
    }

    @AfterEach
    void close() throws Exception {
        group.close();
        assertFalse(positions.mustSee(6, 7), "nothing is left open");
    }

    private void handle(FilterChain chain) throws Exception {
        filter.doFilter(request.request(), response.response(), chain);
    }

    /** The response was committed before the write, so that its token cannot stand for it, and makes the client ask. */
    private void assertNextAsks() throws Exception {
        assertEquals(new FilterStatistics(1, 1, 0), filter.statistics());
        RequestFixture next = new RequestFixture();
        next.cookies.addAll(response.cookies);
        filter.doFilter(
                next.request(), new ResponseFixture().response(), (in, out) -> assertTrue(positions.needsFence()));
    }

    @Test
    void errorPageBeforeTheEndIsMadeInTheSession() throws Exception {
        handle((in, out) -> {
            in.startAsync();
            positions.commit(6, 7);
        });
        request.dispatcherType = DispatcherType.ERROR;
        handle((in, out) -> assertTrue(positions.mustSee(6, 7)));
        assertFalse(positions.mustSee(6, 7));
        request.completed();
        assertTrue(((RequestSession) request.attributes.values().iterator().next()).isEnded());
    }

    @Test
    void writeAfterATimeOutIsCoveredByAMark() throws Exception {
        handle((in, out) -> {
            in.startAsync().start(() -> positions.commit(6, 7));
            out.getWriter().print("early");
        });
        request.timedOut();
        assertEquals("early", response.text());
        Objects.requireNonNull(request.asyncTask).run();
        request.completed();
        assertNextAsks();
    }

    @Test
    void writeAfterContentWasDispatchedIsCoveredByAMark() throws Exception {
        handle((in, out) -> {
            out.getWriter().print("early");
            in.startAsync().dispatch();
        });
        assertEquals("early", response.text());
        request.dispatcherType = DispatcherType.ASYNC;
        handle((in, out) -> positions.commit(6, 7));
        request.completed();
        assertNextAsks();
    }

    @Test
    void dispatchWithoutContentAsksNobody() throws Exception {
        handle((in, out) -> in.startAsync().dispatch());
        request.dispatcherType = DispatcherType.ASYNC;
        handle((in, out) -> out.getWriter().print("read"));
        request.completed();
        assertEquals(new FilterStatistics(0, 0, 0), filter.statistics());
    }
}
