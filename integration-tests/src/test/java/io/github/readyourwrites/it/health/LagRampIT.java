package io.github.readyourwrites.it.health;

import static io.github.readyourwrites.it.health.HealthFixture.READ;
import static io.github.readyourwrites.it.health.HealthFixture.awaitHealth;
import static io.github.readyourwrites.it.health.HealthFixture.lastDecision;
import static io.github.readyourwrites.it.health.HealthFixture.snapshot;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.replica.ReplicaSnapshot;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A lag that grows to ten seconds and goes: one eviction, one return; reads without a floor are never staler than the bound. */
@ExtendWith(SharedCluster.class)
class LagRampIT {

    private static final Duration BUDGET = Duration.ofMillis(300);

    private static final String LAGGING = "read_ds_0";

    @BeforeEach
    void prepare(MySqlCluster cluster) {
        HealthFixture.prepare(cluster);
    }

    @Test
    void stockRoundRobinReadsFromTheReplicaThatIsBehind(MySqlCluster cluster) throws SQLException {
        cluster.replica(0).stopApplier();
        cluster.primary().execute("INSERT INTO ryw_health VALUES ()");
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, ShardingSphereFixture.ROUND_ROBIN)) {
            assertEquals("0", fixture.query(READ));
        }
    }

    @Test
    void rampOfLagLeavesOnceAndReturnsOnce(MySqlCluster cluster) throws SQLException {
        MySqlServer slow = cluster.replica(0);
        try (HealthFixture told = new HealthFixture(slow);
                ShardingSphereFixture fixture = HealthFixture.open(
                        cluster, HealthFixture.QUICK + ", heartbeat: CREATE, canary-alarm-milliseconds: 1500")) {
            told.awaitUp();
            slow.delay(10);
            await().atMost(HealthFixture.PATIENCE)
                    .until(() -> snapshot(slow)
                            .lag()
                            .filter(each -> each.compareTo(Duration.ofSeconds(9)) > 0)
                            .isPresent());
            ReplicaSnapshot snapshot = snapshot(slow);
            assertNotEquals(Health.UP, snapshot.health(), snapshot::toString);
            for (int i = 0; i < 20; i++) {
                fixture.query(READ);
                assertNotEquals(LAGGING, lastDecision().target());
                assertEquals(RouteReason.NO_FLOOR, lastDecision().reason());
            }
            slow.delay(0);
            awaitHealth(slow, Health.UP);
            await().atMost(HealthFixture.PATIENCE).until(() -> told.returns() > 0);
            // Whether it moves while it is behind depends on the server: LAGGING, STALLED or both.
            assertEquals(1, told.returns(), told.healths::toString);
            assertEquals(Health.UP, told.healths.get(told.healths.size() - 1), told.healths::toString);
            assertEquals(List.of("alarm", "recovered"), told.canary);
            await().atMost(HealthFixture.PATIENCE).pollInSameThread().until(() -> {
                fixture.query(READ);
                return lastDecision().target().equals(LAGGING);
            });
        }
    }

    @Test
    void everyReplicaTooFarBehindSendsReadsToThePrimaryAndBack(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = HealthFixture.open(cluster, HealthFixture.QUICK + ", heartbeat: CREATE")) {
            cluster.replicas().forEach(each -> awaitHealth(each, Health.UP));
            fixture.query(READ);
            assertEquals(RouteReason.NO_FLOOR, lastDecision().reason());
            cluster.replicas().forEach(MySqlServer::stopApplier);
            await().atMost(HealthFixture.PATIENCE).pollInSameThread().until(() -> {
                fixture.query(READ);
                return lastDecision().reason() == RouteReason.PRIMARY_ALL_LAGGING;
            });
            cluster.replicas().forEach(MySqlServer::startApplier);
            await().atMost(HealthFixture.PATIENCE).pollInSameThread().until(() -> {
                fixture.query(READ);
                return lastDecision().reason() == RouteReason.NO_FLOOR;
            });
        }
    }

    /** It takes no longer than to ask the primary who it is. */
    @Test
    void readThatNoReplicaWillServeInTimeDoesNotWait(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = HealthFixture.open(
                        cluster,
                        "heartbeat: CREATE, heartbeat-interval-milliseconds: 100, session-includes-sessionless: false");
                RywSession ignored = RywSession.open()) {
            for (int i = 0; i < 50; i++) {
                fixture.execute("INSERT INTO ryw_health VALUES ()");
                fixture.query(READ);
                assertNotEquals(
                        RouteReason.PRIMARY_NO_REPLICA_IN_TIME, lastDecision().reason());
            }
            cluster.replicas().forEach(MySqlServer::stopApplier);
            await().atMost(HealthFixture.PATIENCE).pollInSameThread().until(() -> {
                fixture.execute("INSERT INTO ryw_health VALUES ()");
                fixture.query(READ);
                return lastDecision().reason() == RouteReason.PRIMARY_NO_REPLICA_IN_TIME
                        && lastDecision().waited().compareTo(BUDGET) < 0;
            });
        }
    }
}
