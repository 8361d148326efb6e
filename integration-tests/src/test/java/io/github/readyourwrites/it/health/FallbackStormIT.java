package io.github.readyourwrites.it.health;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
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

    private static final int READERS = 12;

    private static final int POOL = 4;

    private static final int WRITES = 20;

    /** Waits for the lock on its table, and holds its connection meanwhile. */
    private static final String SLOW_READ = "SELECT COUNT(*) FROM ryw_locked";

    private static final int MILLISECONDS_TO_CONNECT = 3_000;

    private static final String WRITE = "INSERT INTO ryw_health VALUES ()";

    @BeforeEach
    void prepare(MySqlCluster cluster) {
        HealthFixture.prepare(cluster);
        cluster.primary().execute("DROP TABLE IF EXISTS ryw_locked", "CREATE TABLE ryw_locked (id INT PRIMARY KEY)");
        cluster.awaitCaughtUp();
    }

    @Test
    void withoutABoundWritesFindNoConnection(MySqlCluster cluster) throws Exception {
        whileReadsHold(
                POOL,
                cluster,
                ", primary-fallback-concurrent-reads: 1000",
                fixture -> assertThrows(SQLException.class, () -> fixture.execute(WRITE)));
    }

    @Test
    void halfOfThePoolIsLeftToWrites(MySqlCluster cluster) throws Exception {
        whileReadsHold(POOL / 2, cluster, "", fixture -> {
            for (int i = 0; i < WRITES; i++) {
                assertDoesNotThrow(() -> fixture.execute(WRITE));
            }
            assertEquals(POOL / 2, blockedReads(cluster));
        });
    }

    /** Lets many sessions read what no replica has, until so many connections to the primary are theirs. */
    private static void whileReadsHold(int connections, MySqlCluster cluster, String properties, Check check)
            throws Exception {
        ExecutorService readers = Executors.newFixedThreadPool(READERS);
        AtomicBoolean ended = new AtomicBoolean();
        try (ShardingSphereFixture fixture = open(cluster, properties);
                Connection locking = cluster.primary().connect();
                Statement statement = locking.createStatement()) {
            cluster.replicas().forEach(MySqlServer::stopApplier);
            statement.execute("LOCK TABLES shop.ryw_locked WRITE");
            try {
                for (int i = 0; i < READERS; i++) {
                    String key = "reader:" + i;
                    readers.execute(() -> read(fixture, key, ended));
                }
                await().atMost(HealthFixture.PATIENCE).until(() -> blockedReads(cluster) == connections);
                check.run(fixture);
            } finally {
                ended.set(true);
                statement.execute("UNLOCK TABLES");
            }
            readers.shutdown();
            if (!readers.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new AssertionError("the readers do not end");
            }
        } finally {
            ended.set(true);
            readers.shutdownNow();
        }
    }

    private static ShardingSphereFixture open(MySqlCluster cluster, String properties) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .poolSize(POOL)
                .connectionTimeout(MILLISECONDS_TO_CONNECT)
                .loadBalancerProperties(
                        "wait-timeout-milliseconds: 0, session-includes-sessionless: false" + properties)
                .open(ShardingSphereFixture.READ_YOUR_WRITES);
    }

    private static int blockedReads(MySqlCluster cluster) {
        return Integer.parseInt(cluster.primary()
                .queryString("SELECT COUNT(*) FROM information_schema.processlist"
                        + " WHERE state = 'Waiting for table metadata lock' AND info LIKE '%ryw_locked%'"));
    }

    private static void read(ShardingSphereFixture fixture, String key, AtomicBoolean ended) {
        try (RywSession ignored = RywSession.open(key)) {
            boolean wrote = false;
            while (!ended.get()) {
                try {
                    if (!wrote) {
                        fixture.execute(WRITE);
                        wrote = true;
                    }
                    fixture.query(SLOW_READ);
                } catch (SQLException ignoredToo) {
                    // No place, or no connection: one of a crowd.
                }
            }
        }
    }

    /** What is to be seen meanwhile. */
    @FunctionalInterface
    private interface Check {

        void run(ShardingSphereFixture fixture);
    }
}
