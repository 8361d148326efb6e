package io.github.readyourwrites.it.guarantee;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A replica that hangs or died: reads go on, it is not waited for and not chosen again and again, and it comes back. */
@ExtendWith(SharedCluster.class)
class LostReplicaIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String LOST = "read_ds_0";

    private static final int READS = 100;

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @Test
    void readsGoOnWhileAReplicaIsFrozen(MySqlCluster cluster) throws SQLException {
        loseAndRegain(cluster, MySqlServer::freeze, MySqlServer::thaw);
    }

    @Test
    void readsGoOnWhileAReplicaIsDead(MySqlCluster cluster) throws SQLException {
        loseAndRegain(cluster, MySqlServer::crash, MySqlServer::restart);
    }

    @Test
    void readsGoOnWhileEveryReplicaIsDead(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster);
                RywSession ignored = RywSession.open()) {
            cluster.replicas().forEach(MySqlServer::crash);
            awaitReads(fixture, "write_ds");
            fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
            for (int i = 0; i < READS; i++) {
                assertEquals("1", fixture.query(AccountFixture.READ));
                assertEquals(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, AccountFixture.lastReason());
            }
            cluster.replicas().forEach(MySqlServer::restart);
            awaitReads(fixture, LOST);
        }
    }

    private static void loseAndRegain(MySqlCluster cluster, Fault fault, Fault remedy) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster);
                RywSession session = RywSession.open()) {
            awaitReads(fixture, LOST);
            fault.order(cluster.replica(0));
            awaitLoss(fixture);
            for (int i = 1; i <= READS; i++) {
                fixture.execute("UPDATE account SET v = " + i + " WHERE id = 1");
                assertEquals(String.valueOf(i), fixture.query(AccountFixture.READ));
                assertNotLost();
                // A read that any healthy replica may serve.
                try (RywSession ignored = RywSession.open().require(ConsistencyLevel.EVENTUAL)) {
                    fixture.query(AccountFixture.READ);
                    assertNotLost();
                    assertTrue(RywSession.lastDecision().orElseThrow().waited().isZero());
                }
            }
            remedy.order(cluster.replica(0));
            awaitReads(fixture, LOST);
            assertEquals(String.valueOf(READS), fixture.query(AccountFixture.READ));
        }
    }

    private static void assertNotLost() {
        assertNotEquals(LOST, RywSession.lastDecision().orElseThrow().target());
    }

    /** Until it is noticed, reads that were sent there may fail. */
    private static void awaitLoss(ShardingSphereFixture fixture) {
        await().atMost(PATIENCE).ignoreExceptionsInstanceOf(SQLException.class).until(() -> {
            for (int i = 0; i < 2; i++) {
                fixture.query(AccountFixture.READ);
                if (RywSession.lastDecision().orElseThrow().target().equals(LOST)) {
                    return false;
                }
            }
            return true;
        });
    }

    private static void awaitReads(ShardingSphereFixture fixture, String target) {
        await().atMost(PATIENCE).ignoreExceptionsInstanceOf(SQLException.class).until(() -> {
            fixture.query(AccountFixture.READ);
            return RywSession.lastDecision().orElseThrow().target().equals(target);
        });
    }

    private static ShardingSphereFixture open(MySqlCluster cluster) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .urlParameters("socketTimeout=5000&connectTimeout=5000")
                .open(ShardingSphereFixture.READ_YOUR_WRITES);
    }

    /** Something that can be ordered from a server. */
    @FunctionalInterface
    private interface Fault {

        void order(MySqlServer server);
    }
}
