package io.github.readyourwrites.it.waiting;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariDataSource;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Both appliers stopped, pools of ten, and hundreds of reads that wait, each for a position of its own: they hold no
 * pooled connection, so that reads without a floor are served meanwhile, and cost each replica two connections and the
 * configured rate of statements.
 */
@ExtendWith(SharedCluster.class)
class ManyWaitingReadsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private final ExecutorService clients = Executors.newCachedThreadPool();

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS receipt",
                        "CREATE TABLE receipt (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO receipt VALUES (0, 0)");
        cluster.awaitCaughtUp();
    }

    @AfterEach
    void endClients() {
        clients.shutdownNow();
    }

    @ParameterizedTest
    @CsvSource({"200, 200", "1000, 50"})
    void waitingReadsCostOthersNothing(int readers, int statementsPerSecond, MySqlCluster cluster)
            throws SQLException, InterruptedException, ExecutionException {
        // Between two heartbeats nobody knows that the appliers stand still, else no read would wait for them.
        try (PooledFixture fixture = PooledFixture.open(
                cluster,
                "wait-timeout-milliseconds: 60000, heartbeat-interval-milliseconds: 60000, max-lag-milliseconds: 120000,"
                        + " monitor-statements-per-second: " + statementsPerSecond)) {
            cluster.replicas().forEach(MySqlServer::stopApplier);
            List<Future<RouteDecision>> reads = new ArrayList<>();
            for (int i = 1; i <= readers; i++) {
                int id = i;
                reads.add(clients.submit(() -> writeAndRead(fixture, id)));
            }
            await().atMost(PATIENCE).until(() -> fixture.waitingReads().equals(List.of(readers, readers)));
            assertEquals(0, fixture.borrowedConnections());
            readWithoutFloor(fixture);
            awaitTwoMonitorConnectionsEach(fixture);
            assertRateIsKept(cluster.replica(0), statementsPerSecond);
            assertRateIsKept(cluster.replica(1), statementsPerSecond);
            awaitTwoMonitorConnectionsEach(fixture);
            assertEquals(List.of(readers, readers), fixture.waitingReads());
            cluster.replica(1).startApplier();
            for (Future<RouteDecision> each : reads) {
                assertEquals("read_ds_1", each.get().target());
                assertEquals(RouteReason.REPLICA_CAUGHT_UP, each.get().reason());
            }
            assertEquals(List.of(0, 0), fixture.waitingReads());
            await().until(() -> fixture.borrowedConnections() == 0);
        }
    }

    /** The probe's connection is made anew from time to time: for a moment there are two of it. */
    private static void awaitTwoMonitorConnectionsEach(PooledFixture fixture) {
        await().until(() -> fixture.monitorConnections().equals(List.of(2, 2)));
    }

    /** The control: where each reader waits on the connection that it reads on, ten of them keep everybody else out. */
    @Test
    void waitingOnTheReadingConnectionStarvesTheOthers(MySqlCluster cluster) {
        MySqlServer replica = cluster.replica(0);
        String neverCommitted = cluster.primary().serverUuid() + ":1000000000";
        try (HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(replica.jdbcUrl("shop"));
            pool.setUsername("app");
            pool.setPassword("app");
            pool.setMaximumPoolSize(PooledFixture.POOL_SIZE);
            pool.setConnectionTimeout(TimeUnit.SECONDS.toMillis(60));
            List<Future<String>> reads = new ArrayList<>();
            for (int i = 0; i < PooledFixture.POOL_SIZE; i++) {
                reads.add(clients.submit(() -> query(
                        pool, "SELECT WAIT_FOR_EXECUTED_GTID_SET('" + neverCommitted + "', 600), v FROM receipt")));
            }
            await().atMost(PATIENCE)
                    .until(() -> pool.getHikariPoolMXBean().getActiveConnections() == PooledFixture.POOL_SIZE);
            pool.setConnectionTimeout(250);
            assertThrows(SQLTransientConnectionException.class, () -> query(pool, "SELECT v FROM receipt"));
            reads.forEach(each -> assertTrue(!each.isDone()));
            replica.queryStrings("SELECT id FROM information_schema.processlist WHERE info LIKE '%, 600)%'"
                            + " AND id <> CONNECTION_ID()")
                    .forEach(each -> replica.execute("KILL QUERY " + each));
        }
    }

    private static RouteDecision writeAndRead(PooledFixture fixture, int id) throws SQLException {
        try (RywSession ignored = RywSession.open()) {
            fixture.execute("INSERT INTO receipt VALUES (" + id + ", " + id + ")");
            assertEquals(String.valueOf(id), fixture.query("SELECT v FROM receipt WHERE id = " + id));
            return RywSession.lastDecision().orElseThrow();
        }
    }

    private static void readWithoutFloor(PooledFixture fixture) throws SQLException {
        try (RywSession ignored = RywSession.open()) {
            for (int i = 0; i < 5 * PooledFixture.POOL_SIZE; i++) {
                assertEquals("0", fixture.query("SELECT v FROM receipt WHERE id = 0"));
                RouteDecision decision = RywSession.lastDecision().orElseThrow();
                assertEquals(RouteReason.NO_FLOOR, decision.reason());
                assertTrue(decision.target().startsWith("read_ds"), decision::toString);
            }
        }
    }

    /** By the server's own count, over as long as it takes to count some hundred. */
    private static void assertRateIsKept(MySqlServer server, int statementsPerSecond) throws SQLException {
        try (Connection admin = server.connect();
                Statement statement = admin.createStatement()) {
            long start = System.nanoTime();
            long before = questions(statement);
            AtomicLong asked = new AtomicLong();
            long count = await().atMost(PATIENCE)
                    .pollInSameThread()
                    .pollInterval(Duration.ofMillis(250))
                    .until(
                            () -> questions(statement) - before - asked.incrementAndGet(),
                            each -> each >= 2L * statementsPerSecond);
            double seconds = (System.nanoTime() - start) / 1e9;
            double burst = Math.max(4, statementsPerSecond / 10.0);
            assertTrue(
                    count <= statementsPerSecond * seconds + burst, () -> count + " statements in " + seconds + " s");
        }
    }

    private static long questions(Statement statement) throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS WHERE Variable_name = 'Questions'")) {
            row.next();
            return row.getLong(2);
        }
    }

    private static String query(HikariDataSource pool, String sql) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            return ShardingSphereFixture.query(connection, sql);
        }
    }
}
