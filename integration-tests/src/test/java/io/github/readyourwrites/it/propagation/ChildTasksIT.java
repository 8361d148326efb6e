package io.github.readyourwrites.it.propagation;

import static io.github.readyourwrites.it.propagation.OrdersFixture.READ;
import static io.github.readyourwrites.it.propagation.OrdersFixture.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.propagation.RywContext;
import io.github.readyourwrites.propagation.RywExecutors;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One session on many threads, while no replica has what it wrote: children see the parent's writes, and it theirs. */
@ExtendWith(SharedCluster.class)
class ChildTasksIT {

    private static ShardingSphereFixture fixture;

    private final ExecutorService pool = Executors.newFixedThreadPool(2);

    @BeforeAll
    static void open(MySqlCluster cluster) throws SQLException {
        fixture = OrdersFixture.open(cluster);
    }

    @AfterAll
    static void close() throws SQLException {
        fixture.close();
    }

    @BeforeEach
    void stopAppliers(MySqlCluster cluster) {
        OrdersFixture.resetAndStopAppliers(cluster);
    }

    @AfterEach
    void endThreads() {
        pool.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void unwrappedTasksLoseTheSessionInBothDirections(Way way) throws Exception {
        assumeTrue(way.isThere(), "needs JDK 21 or later: no virtual threads in this one");
        try (RywSession ignored = RywSession.open()) {
            way.run(pool, false, write(1));
            assertEquals("0 of 0", fixture.query(READ), "the parent misses the child's write");
            fixture.execute(update(2));
            assertEquals("0 of 0", way.run(pool, false, read()), "the child misses the parent's write");
        }
    }

    @ParameterizedTest
    @EnumSource
    void carriedTasksHaveTheSessionInBothDirections(Way way) throws Exception {
        assumeTrue(way.isThere(), "needs JDK 21 or later: no virtual threads in this one");
        try (RywSession ignored = RywSession.open()) {
            way.run(pool, true, write(1));
            assertEquals("1 of 0", fixture.query(READ));
            assertEquals(
                    RouteReason.PRIMARY_AFTER_WAIT,
                    RywSession.lastDecision().orElseThrow().reason());
            fixture.execute(update(2));
            assertEquals("2 of 0", way.run(pool, true, read()));
        }
    }

    /** The pool is full: the caller, who has another session, runs the task of the first one. */
    @Test
    void taskRunByItsCallerWritesForTheSessionItWasHandedOverIn() throws Exception {
        ThreadPoolExecutor full = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(), new ThreadPoolExecutor.CallerRunsPolicy());
        ExecutorService wrapped = RywExecutors.wrap((ExecutorService) full);
        CountDownLatch release = new CountDownLatch(1);
        try (RywSession a = RywSession.open()) {
            Future<Boolean> busy = wrapped.submit(() -> release.await(1, TimeUnit.MINUTES));
            Callable<String> ofA = RywContext.wrap(write(1));
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
    void taskThatOutlivesTheSessionStillReadsItsWrites() throws Exception {
        ExecutorService wrapped = RywExecutors.wrap(pool);
        CountDownLatch closed = new CountDownLatch(1);
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

    private static Callable<String> write(int value) {
        return () -> {
            fixture.execute(update(value));
            return "written by " + Thread.currentThread().getName();
        };
    }

    private static Callable<String> read() {
        return () -> fixture.query(READ);
    }
}
