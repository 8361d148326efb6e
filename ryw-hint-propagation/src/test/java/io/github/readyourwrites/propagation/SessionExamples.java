package io.github.readyourwrites.propagation;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import io.github.readyourwrites.session.RywSession;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.shardingsphere.infra.hint.HintManager;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The code of {@code docs/sessions.md}, in its words; {@link SessionExamplesTest} compares and runs it. */
final class SessionExamples {

    private SessionExamples() {}

    /** An application's own. */
    interface Orders {

        void place(int customer);

        int count();

        String store(String answer);

        void confirm(String stored);

        String load(int id);

        byte[] handle();
    }

    /** As in gRPC: keys have a type. */
    record Key(String name) {

        static Key of(String name) {
            return new Key(name);
        }
    }

    static int wrappedPool(Orders orders) throws ExecutionException, InterruptedException {
        ExecutorService pool = RywExecutors.wrap(Executors.newFixedThreadPool(8));
        try (RywSession session = RywSession.open("user:42")) {
            Future<?> written = pool.submit(() -> orders.place(42));
            written.get();
            return orders.count(); // sees what the task wrote
        } finally {
            pool.shutdown();
        }
    }

    static ExecutorService mixedPool() {
        ExecutorService mixed =
                Executors.newFixedThreadPool(8, RywExecutors.withoutInheritance(Executors.defaultThreadFactory()));
        return mixed;
    }

    static int nestedHints(Orders orders) {
        try (HintManager hint = HintManager.getInstance()) {
            hint.addTableShardingValue("orders", 1);
            try (RywSession.PrimaryScope scope = RywSession.readFromPrimary()) {
                return orders.count(); // from the primary, of the hinted table
            }
        }
    }

    static CompletableFuture<Void> callbacks(CompletableFuture<String> answerOfAnotherLibrary, Orders orders) {
        RywContext context = RywContext.capture();
        return answerOfAnotherLibrary
                .thenApply(context.function(answer -> orders.store(answer)))
                .thenAccept(context.consumer(stored -> orders.confirm(stored)));
    }

    static List<String> parallelStream(List<Integer> ids, Orders orders) {
        return ids.parallelStream()
                .map(RywContext.capture().function(orders::load))
                .toList();
    }

    static void scope(RywContext context, Runnable task) {
        try (RywContext.Scope scope = context.restore()) {
            task.run();
        }
    }

    static <T> Mono<T> inSession(String key, Mono<T> pipeline) {
        return Mono.defer(() -> {
            try (RywSession session = RywSession.open(key)) {
                ContextSnapshot snapshot =
                        ContextSnapshotFactory.builder().build().captureAll();
                return pipeline.contextWrite(snapshot::updateContext);
            }
        });
    }

    static void scheduleHook() {
        Schedulers.onScheduleHook("ryw", RywContext::wrap);
    }

    static String call(HttpClient client, URI uri) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri);
        RywCarrier.inject(request::setHeader);
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        RywCarrier.merge(name -> response.headers().firstValue(name).orElse(null));
        return response.body();
    }

    static void handle(HttpExchange exchange, Orders orders) throws IOException {
        try (RywSession session = RywCarrier.extract(exchange.getRequestHeaders()::getFirst)) {
            byte[] body = orders.handle();
            RywCarrier.inject(exchange.getResponseHeaders()::set); // before the response's first byte
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }
    }

    static void injectMetadata(Map<Key, String> metadata) {
        RywCarrier.inject((name, value) -> metadata.put(Key.of(name), value));
    }

    static RywSession extractMetadata(Map<Key, String> metadata) {
        RywSession session = RywCarrier.extract(name -> metadata.get(Key.of(name)));
        return session;
    }

    static void injectAttachments(Map<String, String> attachments) {
        RywCarrier.inject(attachments::put);
    }

    static void injectMessage(Map<String, byte[]> headers) {
        RywCarrier.inject((name, value) -> headers.put(name, value.getBytes(UTF_8)));
    }

    static RywSession extractMessage(Map<String, byte[]> headers) {
        RywSession session = RywCarrier.extract(name -> {
            byte[] value = headers.get(name);
            return value == null ? null : new String(value, UTF_8);
        });
        return session;
    }
}
