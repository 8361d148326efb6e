package io.github.readyourwrites.it.waiting;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a wait ends: at its deadline, by an interrupt, or early because the first replica has arrived. */
@ExtendWith(SharedCluster.class)
class GivingUpIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String READ = "SELECT v FROM receipt WHERE id = 0";

    /** The watch waits for each heartbeat, too: here there is none. */
    private static final String RARE_HEARTBEAT =
            ", heartbeat-interval-milliseconds: 60000, max-lag-milliseconds: 120000";

    private final ExecutorService clients = Executors.newCachedThreadPool();

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS receipt",
                        "CREATE TABLE receipt (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO receipt VALUES (0, 0)");
        cluster.awaitCaughtUp();
    }

    @AfterEach
    void endClients() {
        clients.shutdownNow();
    }

    @Test
    void readsWhoseTimeIsOverLeaveNothingBehind(MySqlCluster cluster)
            throws SQLException, InterruptedException, ExecutionException {
        try (PooledFixture fixture = PooledFixture.open(cluster, "wait-timeout-milliseconds: 300" + RARE_HEARTBEAT)) {
            cluster.replicas().forEach(MySqlServer::stopApplier);
            List<Future<RouteReason>> reads = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                reads.add(clients.submit(() -> {
                    try (RywSession ignored = RywSession.open()) {
                        fixture.execute("UPDATE receipt SET v = v + 1 WHERE id = 0");
                        fixture.query(READ);
                        return RywSession.lastDecision().orElseThrow().reason();
                    }
                }));
            }
            for (Future<RouteReason> each : reads) {
                assertEquals(RouteReason.PRIMARY_AFTER_WAIT, each.get());
            }
            assertEquals(List.of(0, 0), fixture.waitingReads());
            assertEquals(0, fixture.borrowedConnections());
            assertEquals(List.of(2, 2), fixture.monitorConnections());
            // What the watch was told to wait for ends in the server within its second.
            await().atMost(PATIENCE).until(() -> fixture.waitsInServers().equals(List.of(0, 0)));
        }
    }

    @Test
    void interruptedReadLeavesNothingBehind(MySqlCluster cluster) throws SQLException, InterruptedException {
        try (PooledFixture fixture = PooledFixture.open(cluster, "wait-timeout-milliseconds: 60000" + RARE_HEARTBEAT)) {
            cluster.replicas().forEach(MySqlServer::stopApplier);
            AtomicBoolean stayedInterrupted = new AtomicBoolean();
            Thread reader = new Thread(
                    () -> {
                        try (RywSession ignored = RywSession.open()) {
                            fixture.execute("UPDATE receipt SET v = 1 WHERE id = 0");
                            fixture.query(READ);
                        } catch (SQLException ignored) {
                            // A pool may refuse a connection to an interrupted thread.
                        }
                        stayedInterrupted.set(Thread.currentThread().isInterrupted());
                    },
                    "reader");
            reader.start();
            await().atMost(PATIENCE).until(() -> fixture.waitingReads().equals(List.of(1, 1)));
            reader.interrupt();
            reader.join(PATIENCE.toMillis());
            assertTrue(!reader.isAlive(), "its time is not over yet");
            assertTrue(stayedInterrupted.get());
            assertEquals(List.of(0, 0), fixture.waitingReads());
            assertEquals(0, fixture.borrowedConnections());
            await().atMost(PATIENCE).until(() -> fixture.waitsInServers().equals(List.of(0, 0)));
        }
    }

    @Test
    void firstReplicaToArriveEndsTheWait(MySqlCluster cluster)
            throws SQLException, InterruptedException, ExecutionException {
        try (PooledFixture fixture = PooledFixture.open(cluster, "wait-timeout-milliseconds: 60000")) {
            for (int first : new int[] {1, 0}) {
                cluster.replicas().forEach(MySqlServer::stopApplier);
                Future<String> target = clients.submit(() -> {
                    try (RywSession ignored = RywSession.open()) {
                        fixture.execute("UPDATE receipt SET v = v + 1 WHERE id = 0");
                        fixture.query(READ);
                        return RywSession.lastDecision().orElseThrow().target();
                    }
                });
                await().atMost(PATIENCE).until(() -> fixture.waitingReads().equals(List.of(1, 1)));
                cluster.replica(first).startApplier();
                assertEquals("read_ds_" + first, target.get());
                assertEquals(List.of(0, 0), fixture.waitingReads());
                cluster.replicas().forEach(MySqlServer::startApplier);
                cluster.awaitCaughtUp();
            }
        }
    }

    /** The control: a read that may not wait does not see the replica arrive. */
    @Test
    void withoutATimeToWaitTheReadGoesToThePrimary(MySqlCluster cluster) throws SQLException {
        try (PooledFixture fixture = PooledFixture.open(cluster, "wait-timeout-milliseconds: 0");
                RywSession ignored = RywSession.open()) {
            cluster.replicas().forEach(MySqlServer::stopApplier);
            fixture.execute("UPDATE receipt SET v = 1 WHERE id = 0");
            assertEquals("1", fixture.query(READ));
            assertEquals("write_ds", RywSession.lastDecision().orElseThrow().target());
        }
    }
}
