package io.github.readyourwrites.it.propagation;

import static io.github.readyourwrites.it.propagation.OrdersFixture.READ;
import static io.github.readyourwrites.it.propagation.OrdersFixture.lastTarget;
import static io.github.readyourwrites.it.propagation.OrdersFixture.wasServedByReplica;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.propagation.RywExecutors;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The user holds hints of ShardingSphere, sharding values among them, when reads are to go to the primary. */
@ExtendWith(SharedCluster.class)
class NestedHintsIT {

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
    void startThread(MySqlCluster cluster) throws Exception {
        OrdersFixture.resetAndStopAppliers(cluster);
        // The replicas' orders have the value 0, the primary's 1.
        cluster.primary().execute("UPDATE orders_0 SET v = 1", "UPDATE orders_1 SET v = 1");
        assertFalse(raw.submit(HintManager::isInstantiated).get());
    }

    @AfterEach
    void endThread() {
        HintManager.clear();
        raw.shutdownNow();
    }

    @Test
    void hintsOfShardingSphereAloneDoNotNest() throws SQLException {
        try (HintManager outer = HintManager.getInstance()) {
            outer.addTableShardingValue("orders", 1);
            assertEquals("0 of 1", fixture.query(READ));
            assertThrows(IllegalStateException.class, HintManager::getInstance);
            HintManager.clear();
            try (HintManager inner = HintManager.getInstance()) {
                inner.setWriteRouteOnly();
            }
            assertEquals(List.of(), List.copyOf(HintManager.getTableShardingValues("orders")), "the user's are gone");
        }
    }

    @Test
    void readsFromThePrimaryNestAndLeaveTheUsersHintsAlone() throws SQLException {
        try (HintManager hint = HintManager.getInstance()) {
            hint.addTableShardingValue("orders", 1);
            assertReplica("0 of 1");
            try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
                assertPrimary("1 of 1");
                IllegalStateException ex = assertThrows(IllegalStateException.class, () -> {
                    try (RywSession.PrimaryScope alsoIgnored = RywSession.readFromPrimary()) {
                        assertPrimary("1 of 1");
                        throw new IllegalStateException("in the inner scope");
                    }
                });
                assertTrue(String.valueOf(ex.getMessage()).startsWith("in the inner"), ex::toString);
                assertPrimary("1 of 1");
            }
            assertReplica("0 of 1");
            assertEquals(List.of(1), List.copyOf(HintManager.getTableShardingValues("orders")));
            assertFalse(HintManager.isWriteRouteOnly());
        }
        assertFalse(HintManager.isInstantiated());
    }

    @Test
    void hintsSetAndDroppedInsideAScopeDoNotEndIt() throws SQLException {
        try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
            try (HintManager hint = HintManager.getInstance()) {
                hint.addTableShardingValue("orders", 0);
                assertPrimary("1 of 0");
                hint.setReadwriteSplittingAuto();
                assertPrimary("1 of 0");
            }
            assertFalse(HintManager.isInstantiated());
            try (HintManager hint = HintManager.getInstance()) {
                hint.addTableShardingValue("orders", 1);
                assertPrimary("1 of 1");
            }
        }
        try (HintManager hint = HintManager.getInstance()) {
            hint.addTableShardingValue("orders", 1);
            assertReplica("0 of 1");
        }
    }

    @Test
    void writeRouteOnlyAndShardingValuesReachTasksOfWrappedExecutorsOnly() throws Exception {
        try (HintManager hint = HintManager.getInstance()) {
            hint.addTableShardingValue("orders", 1);
            hint.setWriteRouteOnly();
            // The control: without hints both tables of a replica are read, and the first row is given.
            assertEquals("0 of 0", raw.submit(() -> fixture.query(READ)).get());
            wrapped.submit(() -> {
                        assertPrimary("1 of 1");
                        try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
                            assertPrimary("1 of 1");
                        }
                        assertPrimary("1 of 1");
                        return "done";
                    })
                    .get();
            assertPrimary("1 of 1");
        }
        try (HintManager hint = HintManager.getInstance();
                RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
            hint.addTableShardingValue("orders", 1);
            wrapped.submit(() -> {
                        assertPrimary("1 of 1");
                        return "done";
                    })
                    .get();
        }
        assertEquals("0 of 0", wrapped.submit(() -> fixture.query(READ)).get());
    }

    private static void assertPrimary(String expected) throws SQLException {
        assertEquals(expected, fixture.query(READ));
        assertEquals("write_ds", lastTarget());
    }

    private static void assertReplica(String expected) throws SQLException {
        assertEquals(expected, fixture.query(READ));
        assertTrue(wasServedByReplica(), lastTarget());
    }
}
