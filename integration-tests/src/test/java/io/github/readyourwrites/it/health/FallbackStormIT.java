package io.github.readyourwrites.it.health;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every replica is behind, so reads crowd on the primary: writes still get a connection. */
@ExtendWith(SharedCluster.class)
class FallbackStormIT {

    private static final int READERS = 30;

    private static final int POOL = 4;

    private static final int WRITES = 20;

    private static final int CONTROL_ATTEMPTS = 3;

    /** Holds its connection longer than another read would wait for it. */
    private static final String SLOW_READ = "SELECT COUNT(*), SLEEP(1) FROM ryw_health";

    @BeforeEach
    void prepare(MySqlCluster cluster) {
        HealthFixture.prepare(cluster);
    }

    @Test
    void withoutABoundWritesQueueBehindTheReads(MySqlCluster cluster) throws Exception {
        // On a busy machine the primary may be in doubt for a while, and serve no reads.
        int failed = 0;
        for (int i = 0; i < CONTROL_ATTEMPTS && failed == 0; i++) {
            failed = failedWrites(cluster, ", primary-fallback-concurrent-reads: 1000");
        }
        assertTrue(failed > 0);
    }

    @Test
    void halfOfThePoolIsLeftToWrites(MySqlCluster cluster) throws Exception {
        assertEquals(0, failedWrites(cluster, ""));
    }

    /** Of some writes, while many sessions read what no replica has. */
    private static int failedWrites(MySqlCluster cluster, String properties) throws Exception {
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        try (ShardingSphereFixture fixture = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .poolSize(POOL)
                .connectionTimeout(1_000)
                .loadBalancerProperties(
                        "wait-timeout-milliseconds: 0, session-includes-sessionless: false" + properties)
                .open(ShardingSphereFixture.READ_YOUR_WRITES)) {
            cluster.replicas().forEach(MySqlServer::stopApplier);
            AtomicBoolean ended = new AtomicBoolean();
            CountDownLatch crowd = new CountDownLatch(READERS);
            for (int i = 0; i < READERS; i++) {
                String key = "reader:" + i;
                readers.execute(() -> read(fixture, key, crowd, ended));
            }
            assertTrue(crowd.await(1, TimeUnit.MINUTES));
            int result = 0;
            for (int i = 0; i < WRITES; i++) {
                try {
                    fixture.execute("INSERT INTO ryw_health VALUES ()");
                } catch (SQLException ignored) {
                    result++;
                }
            }
            ended.set(true);
            readers.shutdown();
            assertTrue(readers.awaitTermination(1, TimeUnit.MINUTES));
            return result;
        } finally {
            readers.shutdownNow();
        }
    }

    private static void read(ShardingSphereFixture fixture, String key, CountDownLatch crowd, AtomicBoolean ended) {
        try (RywSession ignored = RywSession.open(key)) {
            boolean wrote = false;
            while (!wrote) {
                try {
                    fixture.execute("INSERT INTO ryw_health VALUES ()");
                    wrote = true;
                } catch (SQLException ignoredToo) {
                    // The others read already.
                }
            }
            crowd.countDown();
            while (!ended.get()) {
                try {
                    fixture.query(SLOW_READ);
                } catch (SQLException ignoredToo) {
                    // No place, or no connection: one of a crowd.
                }
            }
        }
    }
}
