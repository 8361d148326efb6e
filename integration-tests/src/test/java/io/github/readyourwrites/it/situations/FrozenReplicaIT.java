package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.lastDecision;
import static io.github.readyourwrites.it.situations.AccountFixture.update;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A replica that hangs: reads go on, nobody waits for it beyond a budget, and the other replica is watched as before. */
@ExtendWith(SharedCluster.class)
class FrozenReplicaIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Not a measurement: without a budget a wait would last as long as the replica is frozen. */
    private static final Duration FAR_BEYOND_THE_BUDGET = Duration.ofSeconds(10);

    private static final String FROZEN = "read_ds_0";

    private static final String OTHER = "read_ds_1";

    private static final int READERS = 8;

    private static final int ROUNDS = 20;

    @BeforeEach
    void createTableAndMonitorAccount(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        cluster.primary().execute("DROP USER IF EXISTS monitor", "CREATE USER monitor IDENTIFIED BY 'monitor'");
        cluster.awaitCaughtUp();
    }

    @Test
    void stockRoundRobinGoesOnAskingTheFrozenReplica(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, ROUND_ROBIN)) {
            cluster.replica(0).freeze();
            int failed = 0;
            for (int i = 0; i < 6; i++) {
                try {
                    fixture.query(READ);
                } catch (SQLException ignored) {
                    failed++;
                }
            }
            assertEquals(3, failed);
        }
    }

    @Test
    void readsGoOnAndTheReplicaServesAgainOnceItIsThawed(MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES)) {
            awaitTarget(fixture, FROZEN);
            cluster.replica(0).freeze();
            awaitLoss(fixture);
            inParallel(() -> {
                try (RywSession ignored = RywSession.open()) {
                    for (int i = 0; i < ROUNDS; i++) {
                        assertEquals("0", fixture.query(READ));
                        assertNotEquals(FROZEN, lastDecision().target());
                    }
                }
            });
            try (RywSession ignored = RywSession.open()) {
                for (int i = 1; i <= ROUNDS; i++) {
                    writeAndReadFromTheOther(fixture, i);
                }
                cluster.replica(0).thaw();
                awaitTarget(fixture, FROZEN);
                assertEquals(String.valueOf(ROUNDS), fixture.query(READ));
            }
            awaitMonitors(cluster.replica(0), 2);
        }
        awaitMonitors(cluster.replica(0), 0);
    }

    /** The other replica can only serve this position if it was observed after the write, so while one was frozen. */
    private static void writeAndReadFromTheOther(ShardingSphereFixture fixture, int value) throws SQLException {
        fixture.execute(update(value));
        await().atMost(PATIENCE).pollInSameThread().until(() -> {
            assertEquals(String.valueOf(value), fixture.query(READ));
            assertNotEquals(FROZEN, lastDecision().target());
            return lastDecision().target().equals(OTHER);
        });
    }

    @Test
    void nobodyWaitsForItBeyondOneBudget(MySqlCluster cluster) throws Exception {
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES)) {
            awaitTarget(fixture, FROZEN);
            // Nobody can arrive: one replica stays where it is, the other hangs. Not yet noticed, it is waited for.
            cluster.replica(1).stopApplier();
            cluster.replica(0).freeze();
            inParallel(() -> {
                try (RywSession ignored = RywSession.open()) {
                    fixture.execute("INSERT INTO account (v) VALUES (7)");
                    for (int i = 0; i < ROUNDS; i++) {
                        assertEquals("0", fixture.query(READ));
                        RouteDecision decision = lastDecision();
                        assertEquals("write_ds", decision.target());
                        assertTrue(decision.waited().compareTo(FAR_BEYOND_THE_BUDGET) < 0, decision::toString);
                    }
                }
            });
        }
        cluster.replica(0).thaw();
        // Closed while it was frozen: what the monitors had opened there has ended all the same.
        awaitMonitors(cluster.replica(0), 0);
    }

    private static void inParallel(Action action) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(READERS);
        try {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                results.add(pool.submit(() -> {
                    action.run();
                    return null;
                }));
            }
            for (Future<?> each : results) {
                each.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** Until it is noticed, reads that were sent there fail when their socket times out. */
    private static void awaitLoss(ShardingSphereFixture fixture) {
        await().atMost(PATIENCE)
                .pollInSameThread()
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> {
                    for (int i = 0; i < 2; i++) {
                        fixture.query(READ);
                        if (lastDecision().target().equals(FROZEN)) {
                            return false;
                        }
                    }
                    return true;
                });
    }

    private static void awaitTarget(ShardingSphereFixture fixture, String target) {
        await().atMost(PATIENCE)
                .pollInSameThread()
                .ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> {
                    fixture.query(READ);
                    return lastDecision().target().equals(target);
                });
    }

    private static void awaitMonitors(MySqlServer server, int atMost) {
        await().atMost(PATIENCE)
                .until(() -> Integer.parseInt(server.queryString(
                                "SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'monitor'"))
                        <= atMost);
    }

    private static ShardingSphereFixture open(MySqlCluster cluster, String loadBalancer) throws SQLException {
        ShardingSphereFixture.Builder builder = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .urlParameters("socketTimeout=2000&connectTimeout=2000");
        if (loadBalancer.equals(READ_YOUR_WRITES)) {
            builder.loadBalancerProperties("wait-timeout-milliseconds: 50, session-includes-sessionless: false,"
                    + " monitor-username: monitor, monitor-password: monitor");
        }
        return builder.open(loadBalancer);
    }

    /** What each reader does. */
    @FunctionalInterface
    private interface Action {

        void run() throws SQLException;
    }
}
