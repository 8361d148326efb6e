package io.github.readyourwrites.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.ThreadScope;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

class ReactorPropagationTest {

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Scheduler scheduler = Schedulers.newSingle("reactor-propagation-test");

    @BeforeEach
    void startThread() {
        ThreadScope.current().decided(null);
        assertEquals(Carried.NOTHING, onScheduler().block(PATIENCE));
        Hooks.enableAutomaticContextPropagation();
    }

    @AfterEach
    void endThread() {
        Hooks.disableAutomaticContextPropagation();
        Schedulers.resetOnScheduleHook("ryw");
        assertEquals(Optional.empty(), RywSession.current());
        assertEquals(Carried.NOTHING, onScheduler().block(PATIENCE));
        scheduler.dispose();
    }

    private Mono<Carried> onScheduler() {
        return Mono.fromCallable(Carried::seen).subscribeOn(scheduler);
    }

    @Test
    void withoutAutomaticPropagationTheSessionIsLost() {
        Hooks.disableAutomaticContextPropagation();
        try (RywSession ignored = RywSession.open("a")) {
            assertEquals(Carried.NOTHING, onScheduler().block(PATIENCE));
        }
    }

    @Test
    void blockedPipelineHasTheCallersSession() {
        try (RywSession session = RywSession.open("a")) {
            assertEquals(Carried.of(session), onScheduler().block(PATIENCE));
        }
        assertEquals(Carried.NOTHING, onScheduler().block(PATIENCE));
    }

    @Test
    void pipelineHasTheSessionItWasAssembledInThoughThatIsClosed() {
        List<RywSession> opened = new ArrayList<>();
        Mono<List<Carried>> pipeline = inSession("a", opened, stages());
        List<Carried> seen = pipeline.block(PATIENCE);
        assertEquals(List.of(expected(opened), expected(opened), expected(opened)), seen);
    }

    @Test
    void pipelinesOfTwoSessionsOnOneThreadDoNotMix() {
        List<RywSession> a = new ArrayList<>();
        List<RywSession> b = new ArrayList<>();
        Mono<List<List<Carried>>> both = Flux.zip(inSession("a", a, stages()), inSession("b", b, stages()))
                .map(pair -> List.of(pair.getT1(), pair.getT2()))
                .next();
        List<List<Carried>> seen = both.block(PATIENCE);
        assertEquals(
                List.of(List.of(expected(a), expected(a), expected(a)), List.of(expected(b), expected(b), expected(b))),
                seen);
    }

    /** A future completed by a thread that knows nothing of it. */
    @Test
    void stageAfterAForeignThreadHasTheSession() {
        CompletableFuture<String> answer = new CompletableFuture<>();
        try (RywSession session = RywSession.open("a")) {
            Mono<Carried> pipeline = Mono.fromFuture(answer).map(ignored -> Carried.seen());
            CompletableFuture<Carried> result = pipeline.contextCapture().toFuture();
            new Thread(() -> answer.complete("")).start();
            assertEquals(Carried.of(session), result.join());
        }
    }

    @Test
    void scheduleHookCarriesHintsToo() {
        Hooks.disableAutomaticContextPropagation();
        Schedulers.onScheduleHook("ryw", RywContext::wrap);
        try (RywSession session = RywSession.open("a");
                HintManager hint = HintManager.getInstance()) {
            hint.setWriteRouteOnly();
            assertEquals(Carried.of(session).withWriteRouteOnly(), onScheduler().block(PATIENCE));
        }
    }

    private Mono<List<Carried>> stages() {
        return Mono.fromCallable(Carried::seen)
                .flatMap(first ->
                        Mono.fromCallable(() -> List.of(first, Carried.seen())).subscribeOn(scheduler))
                .publishOn(scheduler)
                .map(seen -> List.of(seen.get(0), seen.get(1), Carried.seen()));
    }

    private static <T> Mono<T> inSession(String key, List<RywSession> opened, Mono<T> pipeline) {
        return Mono.defer(() -> {
            try (RywSession session = RywSession.open(key)) {
                opened.add(session);
                ContextSnapshot snapshot =
                        ContextSnapshotFactory.builder().build().captureAll();
                return pipeline.contextWrite(snapshot::updateContext);
            }
        });
    }

    private static Carried expected(List<RywSession> opened) {
        return Carried.of(opened.get(0));
    }
}
