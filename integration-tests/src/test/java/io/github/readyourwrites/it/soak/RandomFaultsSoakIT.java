package io.github.readyourwrites.it.soak;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.replica.ReplicaHealth;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Random faults of replicas for half an hour: no read is stale, none is held up for longer than its budget and a tenth of
 * a second, at the end every replica serves again, and the plugin has as many threads and connections as at the beginning.
 */
@Tag("soak")
class RandomFaultsSoakIT {

    private static final Logger LOGGER = LoggerFactory.getLogger(RandomFaultsSoakIT.class);

    private static final Duration DURATION = Duration.ofSeconds(Long.getLong("ryw.fault-soak.seconds", 1800));

    private static final int THREADS = Integer.getInteger("ryw.soak.threads", 12);

    private static final long SEED = Long.getLong("ryw.soak.seed", 42);

    private static final long BUDGET_MILLISECONDS = 100;

    private static final long MARGIN_MILLISECONDS = 100;

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Probe and watch of a replica, fences and heartbeat of the primary. */
    private static final int CONNECTIONS_PER_SERVER = 2;

    private static final String PROPERTIES = "wait-timeout-milliseconds: " + BUDGET_MILLISECONDS
            + ", max-lag-milliseconds: 1000, heartbeat: CREATE, heartbeat-interval-milliseconds: 200,"
            + " monitor-username: monitor, monitor-password: monitor";

    @Test
    void replicasComeBackAndNoReadIsStaleOrHeldUp() throws Exception {
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            Ledger.createTable(cluster.primary());
            cluster.primary()
                    .execute(
                            "CREATE USER monitor IDENTIFIED BY 'monitor'",
                            "GRANT REPLICATION CLIENT ON *.* TO monitor",
                            "GRANT CREATE, SELECT, INSERT, UPDATE ON shop.ryw_heartbeat TO monitor");
            cluster.awaitCaughtUp();
            try (ShardingSphereFixture fixture = ShardingSphereFixture.builder()
                    .group("readwrite_ds", "", cluster)
                    .urlParameters("socketTimeout=5000&connectTimeout=5000")
                    .poolSize(THREADS + 4)
                    .loadBalancerProperties(PROPERTIES)
                    .open(READ_YOUR_WRITES)) {
                soak(cluster, fixture);
            }
        }
    }

    private static void soak(MySqlCluster cluster, ShardingSphereFixture fixture) throws Exception {
        awaitServing(fixture);
        fixture.execute("UPDATE ledger SET v = v WHERE id = 0");
        readStrongly(fixture);
        Set<String> threads = threads();
        Tally tally = new Tally(Long.MAX_VALUE);
        long end = System.nanoTime() + DURATION.toNanos();
        FaultScript faults = FaultScript.start(cluster, SEED);
        try (Lateness lateness = new Lateness()) {
            try {
                Crew.work(fixture, cluster.primary(), tally, THREADS, SEED, () -> System.nanoTime() - end > 0);
            } finally {
                faults.end();
            }
            LOGGER.info(
                    "{}\n  faults: {}\n  longest wait: {} ms, machine late by {} ms",
                    tally.details(),
                    faults.turns(),
                    tally.longestWait().toMillis(),
                    lateness.worstMillis());
            assertEquals(0, tally.stale(), tally::details);
            assertEquals(0, tally.impossible(), tally::details);
            long most = BUDGET_MILLISECONDS + MARGIN_MILLISECONDS + lateness.worstMillis();
            assertTrue(tally.longestWait().toMillis() <= most, () -> tally.longestWait() + ", allowed " + most + " ms");
        }
        assertTrue(tally.onReplicas() > tally.checks() / 2, tally::details);
        assertTrue(tally.failedReads() < tally.checks() / 100, tally::details);
        awaitServing(fixture);
        await().atMost(PATIENCE).untilAsserted(() -> assertEquals(threads, threads()));
        List<MySqlServer> servers = new ArrayList<>(cluster.replicas());
        servers.add(cluster.primary());
        for (MySqlServer each : servers) {
            // One more for a moment, when one is made anew.
            await().atMost(PATIENCE).until(() -> connections(each) <= CONNECTIONS_PER_SERVER);
        }
    }

    private static void readStrongly(ShardingSphereFixture fixture) throws SQLException {
        try (RywSession ignored = RywSession.open().require(ConsistencyLevel.STRONG)) {
            fixture.query("SELECT v FROM ledger WHERE id = 0");
        }
    }

    /** Until each replica is UP, and has served a read. */
    private static void awaitServing(ShardingSphereFixture fixture) {
        Set<String> serving = new HashSet<>();
        await().atMost(PATIENCE).pollInSameThread().until(() -> {
            fixture.query("SELECT v FROM ledger WHERE id = 0");
            RywSession.lastDecision().ifPresent(each -> serving.add(each.target()));
            return serving.containsAll(List.of("read_ds_0", "read_ds_1"))
                    && ReplicaHealth.snapshots().stream().allMatch(each -> each.health() == Health.UP);
        });
    }

    private static Set<String> threads() {
        Set<String> result = new TreeSet<>();
        Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(each -> each.startsWith("ryw-"))
                .forEach(each -> {
                    if (!result.add(each)) {
                        result.add(each + " once more");
                    }
                });
        return result;
    }

    private static long connections(MySqlServer server) {
        return Long.parseLong(
                server.queryString("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'monitor'"));
    }
}
