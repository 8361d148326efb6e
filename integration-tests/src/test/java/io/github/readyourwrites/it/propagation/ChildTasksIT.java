package io.github.readyourwrites.it.propagation;

import static io.github.readyourwrites.it.propagation.OrdersFixture.READ;
import static io.github.readyourwrites.it.propagation.OrdersFixture.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.propagation.RywExecutors;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One session on many threads, while no replica has what it wrote: children see the parent's writes, and it theirs. */
@ExtendWith(SharedCluster.class)
class ChildTasksIT {

    private static final int HINTED_TABLE = 0;

    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    @BeforeEach
    void stopAppliers(MySqlCluster cluster) {
        OrdersFixture.createAndStopAppliers(cluster);
    }

    @AfterEach
    void endThreads() {
        pool.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void unwrappedTasksLoseTheSessionInBothDirections(Way way, MySqlCluster cluster) throws Exception {
        assumeTrue(way.isThere(), "needs JDK 21 or later: no virtual threads in this one");
        try (ShardingSphereFixture fixture = OrdersFixture.open(cluster);
                RywSession session = RywSession.open()) {
            String empty = session.token();
            way.run(pool, false, write(fixture, 1));
            assertEquals("0 of 0", fixture.query(READ), "the parent misses the child's write");
            assertEquals(empty.length(), session.token().length());
            fixture.execute(update(2));
            assertEquals("0 of 0", way.run(pool, false, read(fixture)), "the child misses the parent's write");
        }
    }

    @ParameterizedTest
    @EnumSource
    void carriedTasksHaveTheSessionInBothDirections(Way way, MySqlCluster cluster) throws Exception {
        assumeTrue(way.isThere(), "needs JDK 21 or later: no virtual threads in this one");
        try (ShardingSphereFixture fixture = OrdersFixture.open(cluster);
                RywSession ignored = RywSession.open()) {
            way.run(pool, true, write(fixture, 1));
            assertEquals("1 of " + HINTED_TABLE, fixture.query(READ));
            assertEquals(
                    RouteReason.PRIMARY_AFTER_WAIT,
                    RywSession.lastDecision().orElseThrow().reason());
            fixture.execute(update(2));
            assertEquals("2 of 0", way.run(pool, true, read(fixture)));
        }
    }

    /** The pool is full: the caller, who has another session, runs the task of the first one. */
    @Test
    void taskRunByItsCallerWritesForTheSessionItWasHandedOverIn(MySqlCluster cluster) throws Exception {
        ThreadPoolExecutor full = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        ExecutorService wrapped = RywExecutors.wrap((ExecutorService) full);
        CountDownLatch release = new CountDownLatch(1);
        try (ShardingSphereFixture fixture = OrdersFixture.open(cluster);
                RywSession a = RywSession.open()) {
            Future<Boolean> busy = wrapped.submit(() -> release.await(1, TimeUnit.MINUTES));
            Callable<String> ofA = io.github.readyourwrites.propagation.RywContext.wrap(write(fixture, 1));
            try (RywSession b = RywSession.open()) {
                assertEquals(
                        "written by " + Thread.currentThread().getName(),
                        wrapped.submit(ofA).get());
                assertEquals(b, RywSession.current().orElseThrow());
                assertEquals("0 of 0", fixture.query(READ), "B has no floor of A's");
                assertTrue(OrdersFixture.wasServedByReplica());
            }
            assertEquals(a, RywSession.current().orElseThrow());
            assertEquals("1 of 0", fixture.query(READ));
            release.countDown();
            assertTrue(busy.get());
        } finally {
            full.shutdownNow();
        }
    }

    @Test
    void taskThatOutlivesTheSessionStillReadsItsWrites(MySqlCluster cluster) throws Exception {
        ExecutorService wrapped = RywExecutors.wrap(pool);
        CountDownLatch closed = new CountDownLatch(1);
        try (ShardingSphereFixture fixture = OrdersFixture.open(cluster)) {
            Future<String> late;
            try (RywSession ignored = RywSession.open()) {
                fixture.execute(update(1));
                late = wrapped.submit(() -> {
                    assertTrue(closed.await(1, TimeUnit.MINUTES));
                    return fixture.query(READ);
                });
            }
            closed.countDown();
            assertEquals("1 of 0", late.get());
            assertEquals("0 of 0", fixture.query(READ), "this thread has no session any more");
        }
    }

    private static Callable<String> write(ShardingSphereFixture fixture, int value) {
        return () -> {
            fixture.execute(update(value));
            return "written by " + Thread.currentThread().getName();
        };
    }

    private static Callable<String> read(ShardingSphereFixture fixture) {
        return () -> fixture.query(READ);
    }
}
