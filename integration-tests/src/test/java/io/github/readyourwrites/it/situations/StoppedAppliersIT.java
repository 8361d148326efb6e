package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.lastDecision;
import static io.github.readyourwrites.it.situations.AccountFixture.lastReason;
import static io.github.readyourwrites.it.situations.AccountFixture.update;
import static io.github.readyourwrites.it.situations.AccountFixture.wasServedByReplica;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Both replicas' appliers stopped: who wrote reads from the primary, who did not keeps using replicas. */
@Tag("central")
@ExtendWith(SharedCluster.class)
class StoppedAppliersIT {

    private static final int READS = 20;

    @BeforeEach
    void stopAppliers(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        AccountFixture.stopAppliers(cluster);
    }

    @Test
    void stockRoundRobinReadsTheOldValueAtEveryReplica(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, ROUND_ROBIN)) {
            fixture.execute(update(1));
            assertEquals("0", fixture.query(READ));
            assertEquals("0", fixture.query(READ));
        }
    }

    @Test
    void whoWroteReadsFromThePrimaryOnceTheBudgetIsOver(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster);
                RywSession ignored = RywSession.open("writer")) {
            fixture.execute(update(1));
            for (int i = 0; i < READS; i++) {
                assertEquals("1", fixture.query(READ));
                RouteDecision decision = lastDecision();
                assertEquals("write_ds", decision.target());
                assertEquals(RouteReason.PRIMARY_AFTER_WAIT, decision.reason());
                // Not a measurement: without a budget the wait would last as long as the appliers are stopped.
                assertTrue(decision.waited().compareTo(Duration.ofSeconds(10)) < 0, decision::toString);
            }
        }
    }

    @Test
    void whoDidNotWriteKeepsUsingReplicas(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster)) {
            try (RywSession ignored = RywSession.open("writer")) {
                fixture.execute(update(1));
            }
            try (RywSession ignored = RywSession.open()) {
                for (int i = 0; i < READS; i++) {
                    assertEquals("0", fixture.query(READ));
                    assertEquals(RouteReason.NO_FLOOR, lastReason());
                    assertTrue(wasServedByReplica(), lastDecision()::toString);
                }
            }
        }
    }

    @Test
    void replicasServeAgainOnceTheyHaveCaughtUp(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster);
                RywSession ignored = RywSession.open("writer")) {
            fixture.execute(update(1));
            assertEquals("1", fixture.query(READ));
            assertEquals("write_ds", lastDecision().target());
            AccountFixture.startAppliers(cluster);
            await().pollInSameThread().untilAsserted(() -> {
                assertEquals("1", fixture.query(READ));
                assertEquals(RouteReason.REPLICA_HAD_FLOOR, lastReason());
                assertTrue(wasServedByReplica(), lastDecision()::toString);
            });
        }
    }

    private static ShardingSphereFixture open(MySqlCluster cluster) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties(
                        "wait-timeout-milliseconds: 50, probe-timeout-milliseconds: 10000, session-includes-sessionless: false")
                .open(READ_YOUR_WRITES);
    }
}
