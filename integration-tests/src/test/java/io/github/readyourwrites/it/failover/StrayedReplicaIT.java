package io.github.readyourwrites.it.failover;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.replica.ReplicaHealth;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MovableAddress;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Behind a read data source is another server than before, or one that no longer follows the primary. */
class StrayedReplicaIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String READ = "SELECT v FROM account WHERE id = 1";

    private static final String SERVER = "SELECT @@server_uuid FROM account WHERE id = 1";

    private static final String GROWING = "gets transactions that it does not have";

    private static MySqlCluster cluster;

    private final MySqlServer replica = cluster().replica(0);

    private final MySqlServer other = cluster().replica(1);

    private final MovableAddress address = new MovableAddress(replica);

    private final LogFixture log = new LogFixture();

    @BeforeAll
    static void start() {
        cluster = MySqlCluster.start(2);
    }

    private static MySqlCluster cluster() {
        return requireNonNull(cluster);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void create() {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS account",
                        "CREATE TABLE account (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO account VALUES (1, 0), (2, 0)");
        cluster.awaitCaughtUp();
    }

    @AfterEach
    void close() {
        address.close();
        log.close();
        cluster.heal();
    }

    @Test
    void stockLoadBalancerStaysOnOldConnectionsWhenTheAddressMoves() throws SQLException {
        try (ShardingSphereFixture fixture = open(ROUND_ROBIN, "")) {
            assertEquals(replica.serverUuid(), fixture.query(SERVER));
            replica.stopLink();
            address.moveTo(other);
            fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
            cluster.awaitCaughtUp(other);
            assertEquals("0", fixture.query(READ));
        }
    }

    @Test
    void connectionsAreEvictedWhenTheAddressMoves() throws SQLException {
        try (ShardingSphereFixture fixture = open(READ_YOUR_WRITES, "");
                RywSession ignored = RywSession.open()) {
            String uuid = replica.serverUuid();
            await().pollInSameThread()
                    .atMost(PATIENCE)
                    .until(() -> fixture.query(SERVER).equals(uuid));
            replica.stopLink();
            address.moveTo(other);
            fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
            String moved = other.serverUuid();
            await().pollInSameThread().atMost(PATIENCE).until(() -> {
                assertEquals("1", fixture.query(READ));
                return fixture.query(SERVER).equals(moved);
            });
            String warning = log.warnings("connections were evicted").get(0);
            assertTrue(warning.contains("`read_ds_0`") && warning.contains(moved), warning);
        }
    }

    @Test
    void replicaOfAnotherClusterServesNothingUntilItFollowsItsPrimaryAgain() throws SQLException {
        replica.execute("DROP DATABASE IF EXISTS elsewhere", "CREATE DATABASE elsewhere");
        try (ShardingSphereFixture fixture = open(READ_YOUR_WRITES, "session-includes-sessionless: false")) {
            String uuid = replica.serverUuid();
            for (int i = 0; i < 20; i++) {
                assertEquals(uuid, fixture.query(SERVER), "what it had at the start is old");
                await().pollDelay(Duration.ofMillis(100)).until(() -> true);
            }
            assertEquals(List.of(), log.warnings(GROWING));
            replica.stopLink();
            AtomicInteger tables = new AtomicInteger();
            await().pollInSameThread().atMost(PATIENCE).until(() -> {
                replica.execute("CREATE TABLE elsewhere.t" + tables.incrementAndGet() + " (id INT)");
                try (RywSession ignored = RywSession.open()) {
                    return fixture.query(SERVER).equals(cluster.primary().serverUuid())
                            && RywSession.lastDecision().orElseThrow().reason()
                                    == RouteReason.PRIMARY_NO_HEALTHY_REPLICA;
                }
            });
            assertTrue(log.warnings(GROWING).get(0).contains(uuid + ":"), log.warnings(GROWING)::toString);
            try (RywSession ignored = RywSession.open()) {
                for (int i = 0; i < 20; i++) {
                    assertEquals(cluster.primary().serverUuid(), fixture.query(SERVER));
                }
                replica.startLink();
                await().pollInSameThread().atMost(PATIENCE).until(() -> {
                    fixture.execute("UPDATE account SET v = v + 1 WHERE id = 2");
                    return fixture.query(SERVER).equals(uuid);
                });
            }
        } finally {
            replica.execute("SET sql_log_bin = 0", "DROP DATABASE elsewhere");
        }
    }

    @Test
    void replicaThatRestartsBehindOrEmptyServesOnlyWhatItHas() throws SQLException {
        try (ShardingSphereFixture fixture = open(READ_YOUR_WRITES, "");
                RywSession ignored = RywSession.open()) {
            replica.saveState();
            fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
            awaitOnReplica(fixture);
            replica.restartBehind();
            assertNeverStale(fixture, "1");
            replica.startLink();
            replica.startApplier();
            awaitOnReplica(fixture);
            cluster.wipe(replica);
            assertNeverStale(fixture, "1");
            cluster.rejoin(replica);
            awaitOnReplica(fixture);
            assertEquals("1", fixture.query(READ));
        }
    }

    /** A read without a floor asks for nothing, and still must not be served by a server that has nothing. */
    @Test
    void wipedReplicaServesNoReadWithoutAFloorEither() throws SQLException {
        try (ShardingSphereFixture fixture =
                open(READ_YOUR_WRITES, "on-all-lagging: LEAST_LAGGED, sessionless-scope: NONE")) {
            String uuid = replica.serverUuid();
            await().pollInSameThread()
                    .atMost(PATIENCE)
                    .until(() -> fixture.query(SERVER).equals(uuid));
            cluster.wipe(replica);
            await().atMost(PATIENCE)
                    .until(() -> ReplicaHealth.snapshots().get(0).health() == Health.LAGGING);
            for (int i = 0; i < 20; i++) {
                assertEquals(cluster.primary().serverUuid(), fixture.query(SERVER));
            }
            cluster.rejoin(replica);
            await().pollInSameThread().ignoreExceptions().atMost(PATIENCE).until(() -> {
                fixture.execute("UPDATE account SET v = v + 1 WHERE id = 2");
                fixture.query(SERVER);
                return RywSession.lastDecision().orElseThrow().reason().isReplica();
            });
        }
    }

    /** While it comes back, and once it has been looked at. */
    private static void assertNeverStale(ShardingSphereFixture fixture, String value) throws SQLException {
        for (int i = 0; i < 20; i++) {
            try {
                assertEquals(value, fixture.query(READ));
            } catch (SQLException ignored) {
                // On a connection of the pool that broke.
            }
        }
    }

    private static void awaitOnReplica(ShardingSphereFixture fixture) {
        await().pollInSameThread().ignoreExceptions().atMost(PATIENCE).until(() -> {
            assertEquals("1", fixture.query(READ));
            return RywSession.lastDecision().orElseThrow().reason().isReplica();
        });
    }

    private ShardingSphereFixture open(String loadBalancer, String properties) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster.primary(), List.of(replica))
                .url("read_ds_0", address.jdbcUrl("shop"))
                .loadBalancerProperties(properties)
                .open(loadBalancer);
    }
}
