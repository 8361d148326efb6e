package io.github.readyourwrites.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.PositionsFixture;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
    void whatIsReadWithoutBlockingIsReadInTheSession() throws Exception {
        List<Boolean> seen = new ArrayList<>();
        handle((in, out) -> {
            positions.commit(6, 7);
            in.startAsync();
            in.getInputStream().setReadListener(new ReadListener() {

                @Override
                public void onDataAvailable() {
                    seen.add(positions.mustSee(6, 7));
                }

                @Override
                public void onAllDataRead() {
                    seen.add(positions.mustSee(6, 7));
                    positions.commit(8, 9);
                }

                @Override
                public void onError(Throwable cause) {
                    seen.add(positions.mustSee(8, 9));
                }
            });
        });
        ReadListener container = Objects.requireNonNull(request.readListener);
        assertFalse(positions.mustSee(6, 7), "the control: the container's thread is in no session");
        container.onDataAvailable();
        container.onAllDataRead();
        container.onError(new IOException("expected"));
        assertEquals(List.of(true, true, true), seen);
        request.completed();
    }

    @Test
    void theStreamIsTheContainersOwnInAllElse() throws Exception {
        request.body = "one\ntwo three";
        handle((in, out) -> {
            ServletInputStream stream = in.getInputStream();
            assertSame(stream, in.getInputStream());
            assertTrue(stream.isReady());
            byte[] line = new byte[10];
            assertEquals(4, stream.readLine(line, 0, 10));
            assertEquals('t', stream.read());
            assertEquals(3, stream.skip(3));
            assertEquals(5, stream.available());
            assertEquals("three", new String(stream.readAllBytes(), US_ASCII));
            assertTrue(stream.isFinished());
            stream.close();
        });
    }

    @Test
    void listenersOfTheApplicationAreToldInTheSession() throws Exception {
        List<Boolean> seen = new ArrayList<>();
        AsyncListener listener = new AsyncListener() {

            @Override
            public void onComplete(AsyncEvent event) {
                seen.add(positions.mustSee(6, 7));
            }

            @Override
            public void onTimeout(AsyncEvent event) {
                seen.add(positions.mustSee(6, 7));
            }

            @Override
            public void onError(AsyncEvent event) {
                seen.add(positions.mustSee(6, 7));
            }

            @Override
            public void onStartAsync(AsyncEvent event) {
                seen.add(positions.mustSee(6, 7));
            }
        };
        handle((in, out) -> {
            positions.commit(6, 7);
            AsyncContext context = in.startAsync();
            context.addListener(listener);
            context.addListener(listener, in, out);
        });
        request.timedOut();
        request.completed();
        assertEquals(List.of(true, true, true, true), seen);
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
