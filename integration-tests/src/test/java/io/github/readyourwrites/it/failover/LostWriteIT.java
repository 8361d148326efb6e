package io.github.readyourwrites.it.failover;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.replica.LostWrite;
import io.github.readyourwrites.replica.ReplicaHealth;
import io.github.readyourwrites.replica.ReplicaListener;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MovableAddress;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The primary crashes, and a replica without its last writes takes its address over. */
class LostWriteIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String READ = "SELECT v FROM account WHERE id = 1";

    private static final String PROPERTIES = "wait-timeout-milliseconds: 200, session-includes-sessionless: false";

    private static MySqlCluster cluster;

    private final List<LostWrite> events = new CopyOnWriteArrayList<>();

    private final ReplicaHealth.Registration registration = ReplicaHealth.addListener(new ReplicaListener() {
        @Override
        public void lostWrite(LostWrite event) {
            events.add(event);
        }
    });

    private final LogFixture log = new LogFixture();

    private final MySqlServer old = cluster().primary();

    private final MySqlServer successor = cluster().replica(0);

    private final MovableAddress address = new MovableAddress(old);

    @BeforeAll
    static void start() {
        cluster = MySqlCluster.start(2);
        cluster.primary().execute("GRANT REPLICATION CLIENT ON *.* TO 'app'@'127.0.0.1'");
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
        old.execute(
                "DROP TABLE IF EXISTS account",
                "CREATE TABLE account (id INT PRIMARY KEY, v INT)",
                "INSERT INTO account VALUES (1, 0), (2, 0)");
        cluster.awaitCaughtUp();
    }

    @AfterEach
    void close() {
        registration.close();
        log.close();
        address.close();
        cluster.heal();
    }

    @Test
    void stockLoadBalancerReadsThePastWithoutAWord() throws SQLException {
        try (ShardingSphereFixture fixture = open(ShardingSphereFixture.ROUND_ROBIN, "")) {
            writeAndLose(fixture);
            assertEquals("0", fixture.query(READ));
            assertEquals(List.of(), events);
        }
    }

    @Test
    void isReportedOnceBeforeAnyReadGoesOnWithoutIt() throws SQLException {
        try (ShardingSphereFixture fixture = open(READ_YOUR_WRITES, PROPERTIES);
                RywSession ignored = RywSession.open()) {
            long before = ReplicaHealth.lostWrites();
            GtidSet lost = writeAndLose(fixture);
            UUID oldUuid = only(lost);
            await().pollInSameThread().atMost(PATIENCE).until(() -> {
                String value = read(fixture);
                assertTrue(
                        value.equals("refused") || ReplicaHealth.lostWrites() > before,
                        "a read went back in time: " + value);
                return value.equals("0");
            });
            LostWrite event = event();
            assertEquals(lost, event.gtids());
            assertEquals(oldUuid, event.formerServer());
            assertEquals(UUID.fromString(successor.serverUuid()), event.server());
            assertEquals(before + lost.count(), ReplicaHealth.lostWrites());
            String warning = log.warnings("lost write").get(0);
            assertTrue(warning.contains(lost.toString()) && warning.contains(successor.serverUuid()), warning);
            awaitOnReplica(fixture);

            await().pollInSameThread().ignoreExceptions().atMost(PATIENCE).until(() -> {
                fixture.execute("UPDATE account SET v = 7 WHERE id = 2");
                return true;
            });
            assertEquals("7", fixture.query("SELECT v FROM account WHERE id = 2"));
            oldPrimaryReturnsAsReplica();
            for (int i = 0; i < 20; i++) {
                fixture.execute("UPDATE account SET v = v + 1 WHERE id = 2");
                assertEquals(String.valueOf(8 + i), fixture.query("SELECT v FROM account WHERE id = 2"));
            }
            assertEquals(1, events.size());
            assertEquals(1, log.warnings("lost write").size());
        }
    }

    @Test
    void isAnErrorOncePerSessionWhereTheUserAsksForIt() throws SQLException {
        try (ShardingSphereFixture fixture = open(READ_YOUR_WRITES, PROPERTIES + ", on-lost-write: ERROR")) {
            try (RywSession ignored = RywSession.open("loser")) {
                writeAndLose(fixture);
            }
            try (RywSession ignored = RywSession.open("other")) {
                await().pollInSameThread()
                        .atMost(PATIENCE)
                        .until(() -> read(fixture).equals("0"));
            }
            try (RywSession ignored = RywSession.open("loser")) {
                await().pollInSameThread()
                        .atMost(PATIENCE)
                        .until(() -> read(fixture).startsWith("A read of group"));
                assertEquals(
                        RouteReason.REFUSED,
                        RywSession.lastDecision().orElseThrow().reason());
                await().pollInSameThread()
                        .atMost(PATIENCE)
                        .until(() -> read(fixture).equals("0"));
                assertEquals(1, events.size());
            }
        }
    }

    @Test
    void nothingIsReportedWhereTheSuccessorHasEverything() throws SQLException {
        try (ShardingSphereFixture fixture = open(READ_YOUR_WRITES, PROPERTIES);
                RywSession ignored = RywSession.open()) {
            fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
            cluster.promote(successor);
            address.moveTo(successor);
            address.cut();
            await().pollInSameThread()
                    .atMost(PATIENCE)
                    .until(() -> read(fixture).equals("1"));
            await().pollInSameThread().ignoreExceptions().atMost(PATIENCE).until(() -> {
                fixture.execute("UPDATE account SET v = 2 WHERE id = 1");
                return true;
            });
            for (int i = 0; i < 20; i++) {
                assertEquals("2", read(fixture));
            }
            assertEquals(List.of(), events);
        }
    }

    private ShardingSphereFixture open(String loadBalancer, String properties) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .url("write_ds", address.jdbcUrl("shop"))
                .loadBalancerProperties(properties)
                .open(loadBalancer);
    }

    /** Returns what only the old primary ever had. */
    private GtidSet writeAndLose(ShardingSphereFixture fixture) throws SQLException {
        cluster.replicas().forEach(MySqlServer::stopLink);
        fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
        GtidSet result = GtidSet.parse(old.gtidExecuted()).subtract(GtidSet.parse(successor.gtidExecuted()));
        old.crash();
        cluster.promote(successor);
        address.moveTo(successor);
        return result;
    }

    /** Told on a thread of its own, so perhaps a moment later than the read that goes on without it. */
    private LostWrite event() {
        await().atMost(PATIENCE).until(() -> !events.isEmpty());
        return events.get(0);
    }

    private static UUID only(GtidSet gtids) {
        return gtids.sources().iterator().next();
    }

    /** The value, or that there is none: a connection of the pool may still lead to the crashed server. */
    private String read(ShardingSphereFixture fixture) {
        try {
            return fixture.query(READ);
        } catch (SQLNonTransientConnectionException ignored) {
            return "refused";
        } catch (SQLNonTransientException ex) {
            String result = String.valueOf(ex.getMessage());
            assertTrue(result.contains(event().gtids().toString()), result);
            return result;
        } catch (SQLException ignored) {
            return "refused";
        }
    }

    private static void awaitOnReplica(ShardingSphereFixture fixture) {
        await().pollInSameThread().atMost(PATIENCE).until(() -> {
            fixture.query(READ);
            return RywSession.lastDecision().orElseThrow().reason().isReplica();
        });
    }

    private void oldPrimaryReturnsAsReplica() {
        old.restart();
        boolean older = old.queryString("SELECT VERSION()").startsWith("8.0")
                || old.queryString("SELECT VERSION()").startsWith("5.7");
        String change = older
                ? "CHANGE MASTER TO MASTER_HOST = '%s', MASTER_PORT = %d, MASTER_USER = 'repl', MASTER_PASSWORD = 'repl',"
                        + " MASTER_AUTO_POSITION = 1"
                : "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '%s', SOURCE_PORT = %d, SOURCE_USER = 'repl',"
                        + " SOURCE_PASSWORD = 'repl', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1";
        old.execute(change.formatted(successor.host(), successor.port()), older ? "START SLAVE" : "START REPLICA");
        await().atMost(PATIENCE)
                .until(() ->
                        old.queryString("SELECT v FROM account WHERE id = 2").equals("7"));
    }
}
