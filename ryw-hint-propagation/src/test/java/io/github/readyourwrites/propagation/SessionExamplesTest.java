package io.github.readyourwrites.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.github.readyourwrites.session.PositionsFixture;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RywSession;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

class SessionExamplesTest {

    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private static final Pattern SPACE = Pattern.compile("\\s+");

    private final PositionsFixture positions = new PositionsFixture("session-examples-test");

    /** What the orders were asked, in which session. */
    private final BlockingQueue<Optional<RywSession>> sessions = new LinkedBlockingQueue<>();

    private final SessionExamples.Orders orders = new SessionExamples.Orders() {

        @Override
        public void place(int customer) {
            sessions.add(RywSession.current());
            positions.commit(1, customer);
        }

        @Override
        public int count() {
            sessions.add(RywSession.current());
            int hinted = HintManager.getTableShardingValues("orders").size();
            return ReadView.current().isPrimaryRequested() ? -hinted : positions.mustSee(1, 42) ? 42 : 0;
        }

        @Override
        public String store(String answer) {
            sessions.add(RywSession.current());
            return answer;
        }

        @Override
        public void confirm(String stored) {
            sessions.add(RywSession.current());
        }

        @Override
        public String load(int id) {
            sessions.add(RywSession.current());
            return "order " + id;
        }

        @Override
        public byte[] handle() {
            String result = positions.mustSee(1, 5) ? "saw the caller's write" : "missed the caller's write";
            positions.commit(6, 7);
            return result.getBytes(UTF_8);
        }
    };

    @AfterEach
    void nothingIsLeftOpen() {
        assertEquals(Optional.empty(), RywSession.current());
        assertFalse(HintManager.isInstantiated());
    }

    @Test
    void documentHasNoOtherCode() throws IOException {
        String code = squeezed(
                Files.readString(Path.of("src/test/java/io/github/readyourwrites/propagation/SessionExamples.java")));
        Matcher matcher = CODE.matcher(Files.readString(Path.of("../docs/sessions.md")));
        int blocks = 0;
        while (matcher.find()) {
            assertTrue(code.contains(squeezed(matcher.group(1))), matcher.group(1));
            blocks++;
        }
        assertTrue(blocks > 10, "found only " + blocks);
    }

    private static String squeezed(String code) {
        return SPACE.matcher(code).replaceAll("");
    }

    @Test
    void poolsAndHints() throws Exception {
        assertEquals(42, SessionExamples.wrappedPool(orders));
        assertEquals(2, sessions.size());
        assertEquals(sessions.remove(), sessions.remove());
        assertEquals(-1, SessionExamples.nestedHints(orders));
        ExecutorService mixed = SessionExamples.mixedPool();
        try (HintManager ignored = HintManager.getInstance()) {
            assertFalse(mixed.submit(HintManager::isInstantiated).get());
        } finally {
            mixed.shutdownNow();
        }
    }

    @Test
    void callbacksAndStreams() throws Exception {
        CompletableFuture<String> answer = new CompletableFuture<>();
        try (RywSession session = RywSession.open()) {
            CompletableFuture<Void> done = SessionExamples.callbacks(answer, orders);
            Thread foreign = new Thread(() -> answer.complete("yes"));
            foreign.start();
            done.get();
            assertEquals(
                    List.of("order 1", "order 2", "order 3"), SessionExamples.parallelStream(List.of(1, 2, 3), orders));
            RywContext context = RywContext.capture();
            Thread another = new Thread(() -> SessionExamples.scope(context, () -> orders.load(4)));
            another.start();
            another.join();
            assertEquals(6, sessions.size());
            assertTrue(sessions.stream().allMatch(Optional.of(session)::equals));
        }
    }

    @Test
    void reactor() {
        Hooks.enableAutomaticContextPropagation();
        try {
            Mono<String> pipeline = Mono.fromCallable(() -> orders.load(1)).subscribeOn(Schedulers.boundedElastic());
            assertEquals(
                    "order 1", SessionExamples.inSession("user:42", pipeline).block(Duration.ofMinutes(1)));
            assertTrue(sessions.remove().isPresent());
        } finally {
            Hooks.disableAutomaticContextPropagation();
        }
        SessionExamples.scheduleHook();
        try (RywSession session = RywSession.open()) {
            Mono.fromCallable(() -> orders.load(2))
                    .subscribeOn(Schedulers.boundedElastic())
                    .block(Duration.ofMinutes(1));
            assertEquals(Optional.of(session), sessions.remove());
        } finally {
            Schedulers.resetOnScheduleHook("ryw");
        }
    }

    @Test
    void httpCallThereAndBack() throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> SessionExamples.handle(exchange, orders));
        server.start();
        URI uri = URI.create("http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + "/");
        HttpClient client = HttpClient.newHttpClient();
        try {
            assertEquals("missed the caller's write", SessionExamples.call(client, uri), "the control: no session");
            try (RywSession ignored = RywSession.open()) {
                positions.commit(1, 5);
                assertFalse(positions.mustSee(6, 7));
                assertEquals("saw the caller's write", SessionExamples.call(client, uri));
                assertTrue(positions.mustSee(6, 7));
            }
        } finally {
            server.stop(0);
        }
    }

    @Test
    void metadataAttachmentsAndMessages() {
        Map<SessionExamples.Key, String> metadata = new HashMap<>();
        Map<String, String> attachments = new HashMap<>();
        Map<String, byte[]> headers = new HashMap<>();
        try (RywSession ignored = SessionExamples.extractMessage(headers)) {
            positions.commit(1, 5);
            SessionExamples.injectMetadata(metadata);
            SessionExamples.injectAttachments(attachments);
            SessionExamples.injectMessage(headers);
        }
        try (RywSession ignored = RywSession.open()) {
            assertFalse(positions.mustSee(1, 5));
        }
        try (RywSession ignored = SessionExamples.extractMetadata(metadata)) {
            assertTrue(positions.mustSee(1, 5));
        }
        try (RywSession ignored = RywCarrier.extract(attachments::get)) {
            assertTrue(positions.mustSee(1, 5));
        }
        try (RywSession ignored = SessionExamples.extractMessage(headers)) {
            assertTrue(positions.mustSee(1, 5));
        }
    }
}
