package io.github.readyourwrites.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.ThreadScope;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RywContextTest {

    private final ExecutorService foreign = Executors.newSingleThreadExecutor();

    @BeforeEach
    void startThread() throws Exception {
        ThreadScope.current().decided(null);
        assertEquals(Carried.NOTHING, foreign.submit(Carried::seen).get());
    }

    @AfterEach
    void endThread() throws Exception {
        assertEquals(Carried.NOTHING, Carried.seen());
        assertEquals(Carried.NOTHING, foreign.submit(Carried::seen).get());
        foreign.shutdownNow();
    }

    @Test
    void everyKindOfTaskHasWhatWasCaptured() throws Exception {
        BlockingQueue<Carried> seen = new LinkedBlockingQueue<>();
        Callable<Carried> callable;
        Carried expected;
        Runnable runnable;
        Supplier<Carried> supplier;
        Function<String, Carried> function;
        BiFunction<String, String, Carried> biFunction;
        Consumer<String> consumer;
        BiConsumer<String, String> biConsumer;
        try (RywSession session = RywSession.open("a");
                HintManager hint = HintManager.getInstance()) {
            hint.setWriteRouteOnly();
            expected = Carried.of(session).withWriteRouteOnly();
            runnable = RywContext.wrap((Runnable) () -> seen.add(Carried.seen()));
            callable = RywContext.wrap((Callable<Carried>) Carried::seen);
            supplier = RywContext.wrap((Supplier<Carried>) Carried::seen);
            function = RywContext.wrap((Function<String, Carried>) argument -> Carried.seen());
            biFunction = RywContext.wrap((BiFunction<String, String, Carried>) (first, second) -> Carried.seen());
            consumer = RywContext.wrap((Consumer<String>) argument -> seen.add(Carried.seen()));
            biConsumer = RywContext.wrap((BiConsumer<String, String>) (first, second) -> seen.add(Carried.seen()));
        }
        foreign.submit(runnable).get();
        seen.add(foreign.submit(callable).get());
        seen.add(foreign.submit(supplier::get).get());
        seen.add(foreign.submit(() -> function.apply("")).get());
        seen.add(foreign.submit(() -> biFunction.apply("", "")).get());
        foreign.submit(() -> consumer.accept("")).get();
        foreign.submit(() -> biConsumer.accept("", "")).get();
        // On this thread too, whose session is closed by now.
        runnable.run();
        assertEquals(8, seen.size());
        assertEquals(Set.of(expected), Set.copyOf(seen));
    }

    /** Where a stage runs is up to who completes the future: another thread, or the one that adds the stage. */
    @Test
    void stagesHaveTheSessionWhoeverCompletesTheFuture() throws Exception {
        try (RywSession session = RywSession.open("a")) {
            RywContext context = RywContext.capture();
            CompletableFuture<String> answer = new CompletableFuture<>();
            CompletableFuture<Carried> plain = answer.thenApply(ignored -> Carried.seen());
            CompletableFuture<Carried> carried = answer.thenApply(context.function(ignored -> Carried.seen()));
            CompletableFuture<Carried> async =
                    answer.thenApplyAsync(context.function(ignored -> Carried.seen()), foreign);
            CompletableFuture<Carried> handled = answer.handle(context.biFunction((ignored, error) -> Carried.seen()));
            foreign.submit(() -> answer.complete("")).get();
            assertEquals(Carried.NOTHING, plain.get());
            assertEquals(Carried.of(session), carried.get());
            assertEquals(Carried.of(session), async.get());
            assertEquals(Carried.of(session), handled.get());
        }
    }

    @Test
    void asyncStagesOnAWrappedExecutorHandTheSessionOn() throws Exception {
        try (RywSession session = RywSession.open("a")) {
            ExecutorService pool = RywExecutors.wrap(foreign);
            CompletableFuture<String> first = CompletableFuture.supplyAsync(() -> "", pool);
            // From inside the task that completes the one before, or from here.
            assertEquals(
                    Carried.of(session),
                    first.thenComposeAsync(ignored -> CompletableFuture.supplyAsync(() -> "", pool), pool)
                            .thenApplyAsync(ignored -> Carried.seen(), pool)
                            .get());
        }
    }

    @Test
    void parallelStreamHasTheSessionInEveryWorker() {
        try (RywSession session = RywSession.open("a");
                HintManager hint = HintManager.getInstance()) {
            hint.setWriteRouteOnly();
            Function<Integer, Carried> seen = RywContext.wrap((Function<Integer, Carried>) argument -> Carried.seen());
            assertEquals(
                    Set.of(Carried.of(session).withWriteRouteOnly()),
                    IntStream.range(0, 10_000).boxed().parallel().map(seen).collect(Collectors.toSet()));
            assertSame(session, RywSession.current().orElseThrow());
        }
    }

    @Test
    void threadMadeByHandHasTheSessionOnlyIfItIsGivenIt() throws Exception {
        try (RywSession session = RywSession.open("a")) {
            FutureTask<Carried> plain = new FutureTask<>(Carried::seen);
            new Thread(plain).start();
            assertEquals(Carried.NOTHING, plain.get());
            FutureTask<Carried> carried = new FutureTask<>(Carried::seen);
            new Thread(RywContext.wrap((Runnable) carried)).start();
            assertEquals(Carried.of(session), carried.get());
        }
    }

    /** They inherit ShardingSphere's hints like any thread; a wrapped task has those of whoever handed it over. */
    @Test
    void virtualThreadsHaveTheSession() throws Exception {
        ExecutorService virtual = virtualThreads();
        try (RywSession session = RywSession.open("a")) {
            assertEquals(Carried.NOTHING, virtual.submit(Carried::seen).get());
            ExecutorService wrapped = RywExecutors.wrap(virtual);
            assertEquals(Carried.of(session), wrapped.submit(Carried::seen).get());
            Callable<Carried> withoutHint = RywContext.wrap((Callable<Carried>) Carried::seen);
            try (HintManager hint = HintManager.getInstance()) {
                hint.setWriteRouteOnly();
                assertEquals(
                        Carried.of(session).withWriteRouteOnly(),
                        wrapped.submit(Carried::seen).get());
                // The control: born under the hint, an unwrapped task has it, whether it is meant or not.
                assertTrue(virtual.submit(Carried::seen).get().writeRouteOnly());
                assertEquals(Carried.of(session), virtual.submit(withoutHint).get());
            }
        } finally {
            virtual.shutdownNow();
        }
    }

    private static ExecutorService virtualThreads() throws ReflectiveOperationException {
        assumeTrue(Runtime.version().feature() >= 21, "needs JDK 21 or later: no virtual threads in this one");
        return (ExecutorService)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }

    @Test
    void nothingCapturedIsNothingForATaskUnderAnotherSession() throws Exception {
        Callable<Carried> ofNobody = RywContext.wrap((Callable<Carried>) Carried::seen);
        try (RywSession session = RywSession.open("a");
                HintManager ignored = HintManager.getInstance()) {
            assertEquals(Carried.NOTHING, ofNobody.call());
            assertEquals(
                    Carried.NOTHING, RywExecutors.wrap(foreign).submit(ofNobody).get());
            assertSame(session, RywSession.current().orElseThrow());
            assertTrue(HintManager.isInstantiated());
        }
    }

    @Test
    void wrappingTwiceKeepsWhatWasCapturedFirst() throws Exception {
        Supplier<Carried> once;
        Carried expected;
        try (RywSession session = RywSession.open("a")) {
            expected = Carried.of(session);
            once = RywContext.wrap((Supplier<Carried>) Carried::seen);
        }
        try (RywSession ignored = RywSession.open("b")) {
            Supplier<Carried> twice = RywContext.wrap(once);
            assertEquals(expected, twice.get());
            assertEquals(expected, RywExecutors.wrap(foreign).submit(twice::get).get());
        }
    }

    @Test
    void exceptionsComeThroughAndLeaveNothing() {
        Callable<String> failing;
        try (RywSession ignored = RywSession.open("a")) {
            failing = RywContext.wrap((Callable<String>) () -> {
                HintManager.getInstance();
                throw new IOException("of the task");
            });
        }
        ExecutionException ex = assertThrows(ExecutionException.class, foreign.submit(failing)::get);
        assertEquals("java.io.IOException: of the task", ex.getMessage());
    }

    @Test
    void scopesNestAndBringBackWhatWasThere() {
        RywSession a = RywSession.open("a");
        RywContext context = RywContext.capture();
        a.close();
        try (RywSession b = RywSession.open("b")) {
            RywContext.Scope outer = context.restore();
            assertSame(a, RywSession.current().orElseThrow());
            try (RywSession c = RywSession.open("c")) {
                try (RywContext.Scope ignored = context.restore()) {
                    assertSame(a, RywSession.current().orElseThrow());
                }
                assertSame(c, RywSession.current().orElseThrow());
            }
            outer.close();
            assertSame(b, RywSession.current().orElseThrow());
            try (RywContext.Scope again = context.restore()) {
                assertNotNull(again);
                outer.close();
                assertSame(a, RywSession.current().orElseThrow(), "closing twice does nothing");
            }
            assertSame(b, RywSession.current().orElseThrow());
        }
    }

    @Test
    void scopeIsNotClosedByAnotherThread() throws Exception {
        try (RywSession session = RywSession.open("a");
                RywContext.Scope scope = RywContext.capture().restore()) {
            ExecutionException ex = assertThrows(ExecutionException.class, foreign.submit(scope::close)::get);
            assertTrue(ex.getCause() instanceof IllegalStateException, String.valueOf(ex.getMessage()));
            assertEquals(Carried.NOTHING, foreign.submit(Carried::seen).get());
            assertSame(session, RywSession.current().orElseThrow());
        }
    }

    @Test
    void sessionClosedInsideAScopeIsNotBroughtBack() {
        RywSession session = RywSession.open("a");
        try (RywContext.Scope ignored = RywContext.capture().restore()) {
            session.close();
            assertSame(session, RywSession.current().orElseThrow(), "the task goes on for it");
        }
        assertFalse(RywSession.current().isPresent());
    }

    @Test
    void manyThreadsUseOneContextAtOnce() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        try (RywSession session = RywSession.open("a")) {
            RywContext context = RywContext.capture();
            List<Callable<Carried>> tasks = IntStream.range(0, 1000)
                    .mapToObj(ignored -> context.callable(Carried::seen))
                    .toList();
            for (Future<Carried> each : pool.invokeAll(tasks)) {
                assertEquals(Carried.of(session), each.get());
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
