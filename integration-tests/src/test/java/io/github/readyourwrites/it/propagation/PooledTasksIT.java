package io.github.readyourwrites.it.propagation;

import static io.github.readyourwrites.it.propagation.OrdersFixture.READ;
import static io.github.readyourwrites.it.propagation.OrdersFixture.lastTarget;
import static io.github.readyourwrites.it.propagation.OrdersFixture.update;
import static io.github.readyourwrites.it.propagation.OrdersFixture.wasServedByReplica;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.propagation.RywExecutors;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A pool with one thread that user A and then user B use: what A's task had or left, B's must not have. */
@ExtendWith(SharedCluster.class)
class PooledTasksIT {

    private static ShardingSphereFixture fixture;

    private final ExecutorService raw = Executors.newFixedThreadPool(1);

    private final ExecutorService wrapped = RywExecutors.wrap(raw);

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
    void endThread() {
        raw.shutdownNow();
    }

    @Test
    void unwrappedTaskLeavesItsSessionAndHintToTheNextUser() throws Exception {
        failAsA(raw.submit(aWritesSetsAHintAndThrows()));
        // B's read of the other table goes to A's table, on the primary.
        assertEquals("1 of 1", raw.submit(() -> fixture.query(READ)).get());
        assertEquals("write_ds", raw.submit(OrdersFixture::lastTarget).get());
        assertTrue(raw.submit(() -> RywSession.current().isPresent()).get());
    }

    @Test
    void wrappedTaskLeavesNothingToTheNextUser() throws Exception {
        failAsA(wrapped.submit(aWritesSetsAHintAndThrows()));
        assertNothingOfAs();
    }

    /** ShardingSphere's hints are inherited by threads; sessions never are. */
    @Test
    void threadBornInASessionAndAHintKeepsTheHintForUnwrappedTasks() throws Exception {
        createThreadAsA(raw);
        assertEquals("1 of 1", raw.submit(() -> fixture.query(READ)).get());
        assertEquals("write_ds", raw.submit(OrdersFixture::lastTarget).get());
        assertFalse(raw.submit(() -> RywSession.current().isPresent()).get());
    }

    @Test
    void threadBornInASessionAndAHintGivesTheNextUserNeither() throws Exception {
        createThreadAsA(wrapped);
        assertNothingOfAs();
    }

    private static Callable<String> aWritesSetsAHintAndThrows() {
        return () -> {
            RywSession session = RywSession.open();
            HintManager hint = HintManager.getInstance();
            hint.addTableShardingValue("orders", 1);
            hint.setWriteRouteOnly();
            fixture.execute(update(1));
            throw new IllegalStateException("A fails in " + session.token());
        };
    }

    private static void failAsA(Future<String> task) {
        ExecutionException ex = assertThrows(ExecutionException.class, task::get);
        assertTrue(String.valueOf(ex.getMessage()).contains("A fails"), ex::toString);
    }

    /** The pool's thread is born at A's first task. */
    private static void createThreadAsA(ExecutorService pool) throws Exception {
        try (RywSession session = RywSession.open();
                HintManager hint = HintManager.getInstance()) {
            hint.addTableShardingValue("orders", 1);
            hint.setWriteRouteOnly();
            fixture.execute(update(1));
            assertEquals("1 of 1", pool.submit(() -> fixture.query(READ)).get(), session::token);
        }
    }

    private void assertNothingOfAs() throws Exception {
        try (RywSession b = RywSession.open()) {
            wrapped.submit(() -> {
                        assertFalse(HintManager.isInstantiated());
                        assertTrue(RywSession.lastDecision().isEmpty());
                        assertEquals(b, RywSession.current().orElseThrow());
                        assertEquals("0 of 0", fixture.query(READ));
                        assertTrue(wasServedByReplica(), lastTarget());
                        assertEquals(
                                RouteReason.NO_FLOOR,
                                RywSession.lastDecision().orElseThrow().reason());
                        return "done";
                    })
                    .get();
        }
        wrapped.submit(() -> {
                    assertTrue(RywSession.current().isEmpty());
                    assertEquals("0 of 0", fixture.query(READ));
                    return "done";
                })
                .get();
    }
}
