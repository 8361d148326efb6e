package io.github.readyourwrites.it.failover;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.replica.ReplicaHealth;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Another client writes all the time; one replica follows, the other one stands still. */
@ExtendWith(SharedCluster.class)
class MonotonicReadsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String READ = "SELECT v FROM account WHERE id = 1";

    private static final int READS = 200;

    @BeforeEach
    void create(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS account",
                        "CREATE TABLE account (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO account VALUES (1, 0)");
        cluster.awaitCaughtUp();
    }

    @Test
    void goesBackInTimeWithoutTheProperty(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, "monotonic-reads: false");
                RywSession ignored = RywSession.open()) {
            assertTrue(stepsBack(cluster, fixture) > 0);
        }
    }

    @Test
    void neverGoesBackInTime(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, "monotonic-reads: true");
                RywSession ignored = RywSession.open()) {
            assertEquals(0, stepsBack(cluster, fixture));
        }
    }

    @Test
    void aReadOnThePrimaryIsSeenByThoseThatFollow(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, "monotonic-reads: true");
                RywSession ignored = RywSession.open()) {
            cluster.replica(0).stopApplier();
            cluster.primary().execute("UPDATE account SET v = 5");
            try (RywSession.PrimaryScope scope = RywSession.readFromPrimary()) {
                assertEquals("5", fixture.query(READ));
            }
            for (int i = 0; i < 5; i++) {
                assertEquals("5", fixture.query(READ));
            }
        }
    }

    @Test
    void goesOnWhenTheReplicaThatWasReadIsGone(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, "monotonic-reads: true");
                RywSession ignored = RywSession.open()) {
            await().pollInSameThread()
                    .atMost(PATIENCE)
                    .until(() -> fixture.query(READ).equals("1"));
            cluster.replica(0).crash();
            await().pollInSameThread().ignoreExceptions().atMost(PATIENCE).until(() -> {
                assertEquals("1", fixture.query(READ));
                return !RywSession.lastDecision().orElseThrow().reason().isReplica();
            });
            for (int i = 0; i < 10; i++) {
                assertEquals("1", fixture.query(READ));
            }
        }
    }

    private static int stepsBack(MySqlCluster cluster, ShardingSphereFixture fixture) throws SQLException {
        int result = 0;
        int last = 0;
        for (int i = 0; i < READS; i++) {
            if (i % 10 == 0) {
                cluster.primary().execute("UPDATE account SET v = v + 1");
            }
            int value = Integer.parseInt(fixture.query(READ));
            result += value < last ? 1 : 0;
            last = value;
        }
        return result;
    }

    /** One replica is ahead then, and one behind, though not by more than it may be. */
    private static ShardingSphereFixture open(MySqlCluster cluster, String properties) throws SQLException {
        ShardingSphereFixture result = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties("wait-timeout-milliseconds: 100, session-includes-sessionless: false,"
                        + " max-lag-milliseconds: 600000, " + properties)
                .open(READ_YOUR_WRITES);
        await().atMost(PATIENCE)
                .until(() -> ReplicaHealth.snapshots().stream().allMatch(each -> each.health() == Health.UP));
        cluster.replica(1).stopApplier();
        cluster.primary().execute("UPDATE account SET v = 1");
        cluster.awaitCaughtUp(cluster.replica(0));
        return result;
    }
}
