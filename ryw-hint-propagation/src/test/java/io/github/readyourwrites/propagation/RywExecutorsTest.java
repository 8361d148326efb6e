package io.github.readyourwrites.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.session.SessionlessScope;
import io.github.readyourwrites.session.ThreadScope;
import io.github.readyourwrites.session.TokenKeys;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RywExecutorsTest {

    private final ScheduledExecutorService raw = Executors.newScheduledThreadPool(1);

    private final ScheduledExecutorService wrapped = RywExecutors.wrap(raw);

    /** The pool's only thread is born under nothing, unless a test wants otherwise. */
    @BeforeEach
    void startThread() throws Exception {
        ThreadScope.current().decided(null);
        assertEquals(Carried.NOTHING, raw.submit(Carried::seen).get());
    }

    @AfterEach
    void endThread() {
        HintManager.clear();
        raw.shutdownNow();
    }

    @Test
    void unwrappedPoolLosesSessionAndHint() throws Exception {
        try (RywSession ignored = RywSession.open("a");
                HintManager hint = HintManager.getInstance()) {
            hint.setWriteRouteOnly();
            assertEquals(Carried.NOTHING, raw.submit(Carried::seen).get());
        }
    }

    @Test
    void wrappedPoolCarriesBothTogetherAndLeavesNothing() throws Exception {
        try (RywSession session = RywSession.open("a");
                HintManager hint = HintManager.getInstance()) {
            hint.setWriteRouteOnly();
            Carried expected = Carried.of(session).withWriteRouteOnly();
            assertEquals(expected, wrapped.submit(Carried::seen).get());
            assertEquals(
                    expected,
                    wrapped.schedule(Carried::seen, 1, TimeUnit.MILLISECONDS).get());
            assertEquals(
                    expected, wrapped.invokeAll(List.of(Carried::seen)).get(0).get());
            assertEquals(expected, wrapped.invokeAny(List.of(Carried::seen)));
            assertEquals(
                    expected,
                    CompletableFuture.supplyAsync(Carried::seen, wrapped).get());
            assertEquals(Carried.NOTHING, raw.submit(Carried::seen).get());
        }
        assertEquals(Carried.NOTHING, wrapped.submit(Carried::seen).get());
    }

    @Test
    void readsFromThePrimaryAndRequiredLevelsGoAlong() throws Exception {
        try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
            assertTrue(wrapped.submit(() -> ReadView.current().isPrimaryRequested())
                    .get());
        }
        assertFalse(
                wrapped.submit(() -> ReadView.current().isPrimaryRequested()).get());
        try (RywSession session = RywSession.open("a").require(ConsistencyLevel.STRONG)) {
            assertEquals(
                    ConsistencyLevel.STRONG,
                    wrapped.submit(RywExecutorsTest::level).get());
            session.require(ConsistencyLevel.EVENTUAL);
            assertEquals(
                    ConsistencyLevel.EVENTUAL,
                    wrapped.submit(RywExecutorsTest::level).get());
        }
        assertEquals(
                ConsistencyLevel.SESSION,
                wrapped.submit(RywExecutorsTest::level).get());
    }

    /** The control of the next: what an unwrapped task leaves behind, the next user of its thread has. */
    @Test
    void unwrappedTaskThatThrowsLeavesItsHint() {
        assertThrows(ExecutionException.class, raw.submit(RywExecutorsTest::setHintAndThrow)::get);
        assertThrows(ExecutionException.class, raw.submit(HintManager::getInstance)::get);
    }

    @Test
    void wrappedTaskThatThrowsLeavesNothing() throws Exception {
        try (RywSession ignored = RywSession.open("a")) {
            assertThrows(ExecutionException.class, wrapped.submit(RywExecutorsTest::setHintAndThrow)::get);
        }
        assertEquals(Carried.NOTHING, raw.submit(Carried::seen).get());
        try (RywSession session = RywSession.open("b")) {
            assertEquals(Carried.of(session), wrapped.submit(Carried::seen).get());
        }
    }

    private static void setHintAndThrow() {
        RywSession session = RywSession.open("left open");
        HintManager.getInstance().setWriteRouteOnly();
        throw new IllegalStateException("after " + session.token());
    }

    @Test
    void threadBornUnderSessionAndHintGivesOthersNeither() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        ExecutorService wrappedPool = RywExecutors.wrap(pool);
        try {
            try (RywSession session = RywSession.open("a");
                    HintManager hint = HintManager.getInstance()) {
                hint.setWriteRouteOnly();
                assertEquals(
                        Carried.of(session).withWriteRouteOnly(),
                        wrappedPool.submit(Carried::seen).get());
            }
            // The control: the thread itself keeps the hint that it inherited, though no session.
            assertEquals(
                    new Carried(Carried.NOTHING.session(), true, true, Carried.NOTHING.decision()),
                    pool.submit(Carried::seen).get());
            try (RywSession session = RywSession.open("b")) {
                assertEquals(
                        Carried.of(session), wrappedPool.submit(Carried::seen).get());
            }
            assertEquals(Carried.NOTHING, wrappedPool.submit(Carried::seen).get());
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void threadsWithoutInheritanceGiveUnwrappedTasksNothing() throws Exception {
        ExecutorService pool =
                Executors.newFixedThreadPool(1, RywExecutors.withoutInheritance(Executors.defaultThreadFactory()));
        try (RywSession session = RywSession.open("a");
                HintManager hint = HintManager.getInstance()) {
            hint.setWriteRouteOnly();
            assertEquals(Carried.NOTHING, pool.submit(Carried::seen).get());
            assertEquals(Carried.of(session).withWriteRouteOnly(), Carried.seen());
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void taskOnTheCallersThreadLeavesTheCallerAsItWas() {
        Executor callerRuns = RywExecutors.wrap((Executor) Runnable::run);
        RouteDecision decision = decision("caller's");
        try (RywSession session = RywSession.open("a");
                HintManager hint = HintManager.getInstance()) {
            hint.setWriteRouteOnly();
            ThreadScope.current().decided(decision);
            callerRuns.execute(() -> {
                assertEquals(Carried.of(session).withWriteRouteOnly(), Carried.seen());
                HintManager.clear();
                assertNotSame(session, RywSession.open("inner"));
                ThreadScope.current().decided(decision("task's"));
            });
            assertSame(session, RywSession.current().orElseThrow());
            assertTrue(HintManager.isWriteRouteOnly());
            assertSame(decision, RywSession.lastDecision().orElseThrow());
        }
        assertTrue(RywSession.current().isEmpty());
    }

    @Test
    void callerWhoRunsAnothersRejectedTaskKeepsItsOwnSession() throws Exception {
        ThreadPoolExecutor full = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        ExecutorService pool = RywExecutors.wrap((ExecutorService) full);
        CountDownLatch release = new CountDownLatch(1);
        try {
            Future<Boolean> busy = pool.submit(() -> release.await(1, TimeUnit.MINUTES));
            BlockingQueue<Thread> ran = new LinkedBlockingQueue<>();
            RywSession a = RywSession.open("a");
            Runnable ofA = RywContext.wrap(() -> {
                assertSame(a, RywSession.current().orElseThrow());
                ran.add(Thread.currentThread());
            });
            a.close();
            try (RywSession b = RywSession.open("b")) {
                pool.execute(ofA);
                assertSame(Thread.currentThread(), ran.poll());
                assertSame(b, RywSession.current().orElseThrow());
            }
            release.countDown();
            assertTrue(busy.get());
        } finally {
            full.shutdownNow();
        }
    }

    @Test
    void rejectedTaskChangesNothing() {
        ExecutorService closed = RywExecutors.wrap(Executors.newFixedThreadPool(1));
        closed.shutdownNow();
        try (RywSession session = RywSession.open("a");
                HintManager ignored = HintManager.getInstance()) {
            assertThrows(RejectedExecutionException.class, () -> closed.execute(() -> {}));
            assertSame(session, RywSession.current().orElseThrow());
            assertTrue(HintManager.isInstantiated());
        }
    }

    @Test
    void nestedTaskHasTheSessionOfTheTaskThatHandsItOver() throws Exception {
        ExecutorService pool = RywExecutors.wrap(Executors.newFixedThreadPool(2));
        try (RywSession outer = RywSession.open("outer")) {
            pool.submit(() -> {
                        assertSame(outer, pool.submit(RywExecutorsTest::current).get());
                        try (RywSession inner = RywSession.open("inner")) {
                            assertSame(
                                    inner,
                                    pool.submit(RywExecutorsTest::current).get());
                        }
                        assertSame(outer, pool.submit(RywExecutorsTest::current).get());
                        return "done";
                    })
                    .get();
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void periodicTaskKeepsTheSessionOfWhoScheduledIt() throws Exception {
        BlockingQueue<Carried> seen = new LinkedBlockingQueue<>();
        Carried expected;
        Future<?> periodic;
        try (RywSession session = RywSession.open("a")) {
            expected = Carried.of(session);
            periodic = wrapped.scheduleWithFixedDelay(() -> seen.add(Carried.seen()), 0, 1, TimeUnit.MILLISECONDS);
        }
        try (RywSession ignored = RywSession.open("b")) {
            for (int i = 0; i < 3; i++) {
                assertEquals(expected, seen.poll(1, TimeUnit.MINUTES));
            }
            assertEquals(Carried.NOTHING, raw.submit(Carried::seen).get());
        }
        periodic.cancel(false);
        assertEquals(Carried.NOTHING, wrapped.submit(Carried::seen).get());
    }

    @Test
    void taskOutlivesItsSessionOnWhateverThreadItRuns() throws Exception {
        Queue<Runnable> later = new ArrayDeque<>();
        Executor queue = RywExecutors.wrap((Executor) later::add);
        BlockingQueue<Carried> seen = new LinkedBlockingQueue<>();
        Carried expected;
        try (RywSession session = RywSession.open("a")) {
            expected = Carried.of(session);
            queue.execute(() -> seen.add(Carried.seen()));
            queue.execute(() -> seen.add(Carried.seen()));
        }
        raw.submit(later.remove()).get();
        assertEquals(expected, seen.remove());
        later.remove().run();
        assertEquals(expected, seen.remove());
        assertEquals(Carried.NOTHING, Carried.seen());
    }

    @Test
    void wrappingTwiceIsWrappingOnce() {
        assertSame(wrapped, RywExecutors.wrap(wrapped));
        ExecutorService service = RywExecutors.wrap((ExecutorService) ForkJoinPool.commonPool());
        assertSame(service, RywExecutors.wrap(service));
        Executor executor = RywExecutors.wrap((Executor) Runnable::run);
        assertSame(executor, RywExecutors.wrap(executor));
    }

    @Test
    void threadWithoutSessionSharesItsFloorWithItsTasks() throws Exception {
        try (SessionRegistry.Rule rule =
                SessionRegistry.use(Duration.ofMinutes(1), SessionlessScope.THREAD, TokenKeys.none())) {
            assertNotSame(null, rule);
            // The control: an unwrapped task writes for the thread that it runs on.
            assertNotSame(
                    SessionRegistry.observer(),
                    raw.submit(SessionRegistry::observer).get());
            assertSame(
                    SessionRegistry.observer(),
                    wrapped.submit(SessionRegistry::observer).get());
        }
    }

    /** It must have one by then, or the task's write would be lost on it. */
    @Test
    void threadThatHasNotTouchedTheDatabaseSharesItsFloorWithItsTasks() throws Exception {
        ScheduledExecutorService untouched = Executors.newScheduledThreadPool(1);
        try (SessionRegistry.Rule rule =
                SessionRegistry.use(Duration.ofMinutes(1), SessionlessScope.THREAD, TokenKeys.none())) {
            assertNotSame(null, rule);
            assertTrue(untouched
                    .submit(() -> {
                        Object ofTask =
                                wrapped.submit(SessionRegistry::observer).get();
                        return ofTask == SessionRegistry.observer();
                    })
                    .get());
        } finally {
            untouched.shutdownNow();
        }
    }

    @Test
    void taskHasALastDecisionOfItsOwn() throws Exception {
        ThreadScope.current().decided(decision("caller's"));
        assertEquals(Carried.NOTHING, wrapped.submit(Carried::seen).get());
        wrapped.submit(() -> ThreadScope.current().decided(decision("task's"))).get();
        assertEquals(Carried.NOTHING, wrapped.submit(Carried::seen).get());
        assertEquals("caller's", RywSession.lastDecision().orElseThrow().group());
    }

    /**
     * ShardingSphere's hints are one object, which a task cannot get hold of by itself: it may clear them, and put its own
     * in their place, without the caller noticing.
     */
    @Test
    void hintsThatATaskReplacesAreTheTasksAlone() throws Exception {
        try (HintManager hint = HintManager.getInstance()) {
            hint.addTableShardingValue("orders", 1);
            assertEquals(
                    List.of(2),
                    wrapped.submit(() -> {
                                assertEquals(List.of(1), List.copyOf(HintManager.getTableShardingValues("orders")));
                                HintManager.clear();
                                HintManager.getInstance().addTableShardingValue("orders", 2);
                                return List.copyOf(HintManager.getTableShardingValues("orders"));
                            })
                            .get());
            assertEquals(List.of(1), List.copyOf(HintManager.getTableShardingValues("orders")));
        }
        assertEquals(Carried.NOTHING, raw.submit(Carried::seen).get());
    }

    private static ConsistencyLevel level() {
        return ReadView.current().level(ConsistencyLevel.SESSION);
    }

    private static RywSession current() {
        return RywSession.current().orElseThrow();
    }

    private static RouteDecision decision(String group) {
        return new RouteDecision(group, "read_ds_0", RouteReason.NO_FLOOR, Duration.ZERO);
    }
}
