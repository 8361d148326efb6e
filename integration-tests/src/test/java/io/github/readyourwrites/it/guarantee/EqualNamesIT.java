package io.github.readyourwrites.it.guarantee;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two ShardingSphere data sources with equal names on different clusters share nothing. */
@ExtendWith(SharedCluster.class)
class EqualNamesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int READS = 20;

    @Test
    void nothingIsSharedAndClosingOneLeavesTheOther(MySqlCluster shared) throws SQLException {
        try (MySqlCluster other = MySqlCluster.start(1)) {
            AccountFixture.create(shared);
            AccountFixture.create(other);
            try (ShardingSphereFixture left = AccountFixture.open(shared, AccountFixture.IMPATIENT);
                    ShardingSphereFixture right = AccountFixture.open(other, "");
                    RywSession session = RywSession.open()) {
                AccountFixture.stopAppliers(shared);
                left.execute("UPDATE account SET v = 1 WHERE id = 1");
                assertEquals("1", left.query(AccountFixture.READ));
                assertEquals(RouteReason.PRIMARY_AFTER_WAIT, AccountFixture.lastReason());
                assertReadsWithoutFloor(right);
                // Each has a fence's connection to its primary, too.
                session.require(ConsistencyLevel.STRONG);
                assertEquals("1", left.query(AccountFixture.READ));
                assertEquals("0", right.query(AccountFixture.READ));
                session.require(ConsistencyLevel.SESSION);
                assertTrue(isWatched(shared) && isWatched(other));

                left.close();
                assertFalse(isWatched(shared));
                awaitNoConnection(shared);
                assertTrue(isWatched(other));
                assertTrue(connections(other.primary()) > 0 && connections(other.replica(0)) > 0);
                right.execute("UPDATE account SET v = 2 WHERE id = 1");
                awaitReplicaWith("2", right);
            }
            assertFalse(isWatched(other));
            awaitNoConnection(other);
        }
    }

    /** What was written outside any session belongs to one primary as well. */
    @Test
    void sessionlessWritesOfOneAreNoFloorOfTheOther(MySqlCluster shared) throws SQLException {
        try (MySqlCluster other = MySqlCluster.start(1)) {
            AccountFixture.create(shared);
            AccountFixture.create(other);
            try (ShardingSphereFixture left = AccountFixture.open(shared, AccountFixture.IMPATIENT);
                    ShardingSphereFixture right = AccountFixture.open(other, "")) {
                AccountFixture.stopAppliers(shared);
                left.execute("UPDATE account SET v = 1 WHERE id = 1");
                assertReadsWithoutFloor(right);
                // The other way round, with a floor in both, each is told by its own servers' positions only.
                right.execute("UPDATE account SET v = 2 WHERE id = 1");
                awaitReplicaWith("2", right);
                assertEquals("1", left.query(AccountFixture.READ));
                assertEquals(RouteReason.PRIMARY_AFTER_WAIT, AccountFixture.lastReason());
            }
        }
    }

    /** The control: on the same servers, equal names or not, floors and monitors are shared. */
    @Test
    void twoDataSourcesOnTheSameServersShareFloorsAndMonitors(MySqlCluster cluster) throws SQLException {
        AccountFixture.create(cluster);
        try (ShardingSphereFixture left = AccountFixture.open(cluster, AccountFixture.IMPATIENT);
                ShardingSphereFixture right = AccountFixture.open(cluster, AccountFixture.IMPATIENT);
                RywSession ignored = RywSession.open()) {
            AccountFixture.stopAppliers(cluster);
            left.execute("UPDATE account SET v = 1 WHERE id = 1");
            assertEquals("1", right.query(AccountFixture.READ));
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, AccountFixture.lastReason());
            left.close();
            assertTrue(isWatched(cluster));
        }
        assertFalse(isWatched(cluster));
    }

    private static void assertReadsWithoutFloor(ShardingSphereFixture fixture) throws SQLException {
        for (int i = 0; i < READS; i++) {
            assertEquals("0", fixture.query(AccountFixture.READ));
            assertEquals(RouteReason.NO_FLOOR, AccountFixture.lastReason());
        }
    }

    private static void awaitReplicaWith(String value, ShardingSphereFixture fixture) {
        await().atMost(PATIENCE).pollInSameThread().until(() -> {
            assertEquals(value, fixture.query(AccountFixture.READ));
            return AccountFixture.lastReason() == RouteReason.REPLICA_HAD_FLOOR;
        });
    }

    /** Whether this JVM has a thread of the plugin for one of the cluster's servers. */
    private static boolean isWatched(MySqlCluster cluster) {
        return isWatched(cluster.primary()) || cluster.replicas().stream().anyMatch(EqualNamesIT::isWatched);
    }

    private static boolean isWatched(MySqlServer server) {
        String address = server.host() + ":" + server.port();
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .anyMatch(each -> each.startsWith("ryw-") && each.endsWith(address));
    }

    /** The server notices a closed socket a moment later. */
    private static void awaitNoConnection(MySqlCluster cluster) {
        await().atMost(PATIENCE)
                .until(() -> connections(cluster.primary()) == 0
                        && cluster.replicas().stream().allMatch(each -> connections(each) == 0));
    }

    /** Those of the account that application and monitors use here. */
    private static int connections(MySqlServer server) {
        return Integer.parseInt(
                server.queryString("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'app'"));
    }
}
