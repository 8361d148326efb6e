package io.github.readyourwrites.it.routing;

import static io.github.readyourwrites.it.ShardingSphereFixture.execute;
import static io.github.readyourwrites.it.ShardingSphereFixture.query;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.loadbalance.GroupsFixture;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the router service adds, with groups that always answer the first replica. The replicas apply nothing, so a
 * wrong route shows in the row that is read. Controls run the same with the stock load balancer.
 */
class RouterServiceIT {
    private static final String OURS = "READ_YOUR_WRITES";
    private static final String STOCK = "ROUND_ROBIN";
    private static final String VALUE = "SELECT v FROM t WHERE id = 1";
    private static final String SERVER = "SELECT @@server_uuid FROM t WHERE id = 1";

    private static MySqlCluster cluster;
    private static String primary;
    private static String replica0;
    private static String replica1;

    private static final Map<String, ShardingSphereFixture> OPEN = new HashMap<>();

    private static GroupsFixture groups;

    @BeforeAll
    static void startCluster() {
        groups = new GroupsFixture();
        cluster = MySqlCluster.start(2);
        cluster.replicas().forEach(each -> each.execute("SET GLOBAL log_bin_trust_function_creators = 1"));
        cluster.primary()
                .execute(
                        "SET GLOBAL log_bin_trust_function_creators = 1",
                        "CREATE TABLE t (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO t VALUES (1, 0)",
                        "CREATE TABLE numbered (id INT PRIMARY KEY AUTO_INCREMENT, v INT)",
                        "CREATE FUNCTION f() RETURNS INT READS SQL DATA RETURN (SELECT v FROM t WHERE id = 1)",
                        "CREATE PROCEDURE who() SELECT @@server_uuid",
                        "CREATE PROCEDURE p() UPDATE t SET v = v + 100 WHERE id = 1",
                        "CREATE FUNCTION g() RETURNS INT MODIFIES SQL DATA BEGIN UPDATE t SET v = v + 1 WHERE id = 1; RETURN 1; END");
        cluster.awaitCaughtUp();
        cluster.replicas().forEach(each -> each.stopApplier());
        primary = cluster.primary().serverUuid();
        replica0 = cluster.replica(0).serverUuid();
        replica1 = cluster.replica(1).serverUuid();
    }

    @AfterAll
    static void stopCluster() throws Exception {
        for (ShardingSphereFixture each : OPEN.values()) {
            each.close();
        }
        OPEN.clear();
        groups.close();
        cluster.close();
    }

    @BeforeEach
    void reset() {
        groups.answer(null);
        groups.drain();
        cluster.primary().execute("UPDATE shop.t SET v = 0 WHERE id = 1");
    }

    /** Opening takes seconds, so tests share what they open. */
    private static ShardingSphereFixture open(String loadBalancer, String strategy) throws Exception {
        String key = loadBalancer + strategy;
        if (!OPEN.containsKey(key)) {
            OPEN.put(key, ShardingSphereFixture.openUntracked(cluster, loadBalancer, strategy));
        }
        return OPEN.get(key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"DYNAMIC", "FIXED", "PRIMARY"})
    void readsItsUncommittedRow(String strategy) throws Exception {
        try (Connection connection = open(OURS, strategy).connect()) {
            connection.setAutoCommit(false);
            query(connection, VALUE);
            execute(connection, "UPDATE t SET v = 7 WHERE id = 1");
            groups.drain();
            assertEquals("7", query(connection, VALUE));
            assertEquals("7", query(connection, "SELECT f()"));
            assertTrue(groups.drain().stream().noneMatch(each -> each.contains("route")), "asked the load balancer");
            connection.rollback();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DYNAMIC", "FIXED"})
    void controlStockMissesItsUncommittedRow(String strategy) throws Exception {
        try (Connection connection = open(STOCK, strategy).connect()) {
            connection.setAutoCommit(false);
            query(connection, VALUE);
            execute(connection, "UPDATE t SET v = 7 WHERE id = 1");
            assertNotEquals("7", query(connection, VALUE));
            connection.rollback();
        }
    }

    @Test
    void bareThreadReadsTheUncommittedRowOfTheConnectionItWasGiven() throws Exception {
        try (Connection connection = open(OURS, "DYNAMIC").connect()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE t SET v = 8 WHERE id = 1");
            FutureTask<String> read = new FutureTask<>(() -> query(connection, VALUE));
            new Thread(read, "bare").start();
            assertEquals("8", read.get());
            connection.rollback();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DYNAMIC", "FIXED"})
    void readOnlyTransactionStaysOnItsReplica(String strategy) throws Exception {
        try (Connection connection = open(OURS, strategy).connect()) {
            query(connection, SERVER);
            connection.setAutoCommit(false);
            groups.answer("read_ds_1");
            assertEquals(replica1, query(connection, SERVER));
            groups.answer(null);
            groups.drain();
            assertEquals(replica1, query(connection, SERVER));
            assertEquals(replica1, query(connection, SERVER));
            assertEquals(
                    "readwrite_ds: route in transaction, preferred read_ds_1",
                    groups.drain().get(0));
            connection.commit();
            assertEquals(replica0, query(connection, SERVER));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"DYNAMIC", "FIXED"})
    void readOnlyTransactionLeavesAReplicaThatTheLoadBalancerRefuses(String strategy) throws Exception {
        try (Connection connection = open(OURS, strategy).connect()) {
            connection.setAutoCommit(false);
            assertEquals(replica0, query(connection, SERVER));
            groups.answer("read_ds_1");
            assertEquals(replica1, query(connection, SERVER));
            groups.answer("write_ds");
            assertEquals(primary, query(connection, SERVER));
            groups.answer("read_ds_1");
            assertEquals(primary, query(connection, SERVER));
            connection.commit();
        }
    }

    @Test
    void selectWithoutTableIsRoutedLikeAnyRead() throws Exception {
        ShardingSphereFixture fixture = open(OURS, "DYNAMIC");
        setOnPrimary(5);
        groups.answer("write_ds");
        for (int i = 0; i < 20; i++) {
            assertEquals("5", fixture.query("SELECT f()"));
        }
        try (Connection connection = fixture.connect()) {
            groups.answer("read_ds_0");
            query(connection, VALUE);
            groups.answer("write_ds");
            groups.drain();
            assertEquals("5", query(connection, "SELECT f()"));
            assertEquals(
                    "readwrite_ds: route preferred read_ds_0", groups.drain().get(0));
        }
    }

    @Test
    void controlStockAnswersASelectWithoutTableFromAUsedReplica() throws Exception {
        try (Connection connection = open(STOCK, "DYNAMIC").connect()) {
            query(connection, VALUE);
            setOnPrimary(5);
            assertNotEquals("5", query(connection, "SELECT f()"));
        }
    }

    private static void setOnPrimary(int value) {
        cluster.primary().execute("UPDATE shop.t SET v = " + value + " WHERE id = 1");
    }

    @Test
    void selectWithoutTableStaysOnAPrimaryThatTheConnectionHasUsed() throws Exception {
        try (Connection connection = open(OURS, "DYNAMIC").connect()) {
            query(connection, VALUE);
            for (int i = 1; i <= 20; i++) {
                execute(connection, "INSERT INTO numbered (v) VALUES (" + i + ")");
                String id = query(connection, "SELECT LAST_INSERT_ID()");
                assertEquals(
                        String.valueOf(i),
                        cluster.primary().queryString("SELECT v FROM shop.numbered WHERE id = " + id));
                execute(connection, "UPDATE t SET v = v + 1 WHERE id = 1");
                assertEquals("1", query(connection, "SELECT ROW_COUNT()"));
            }
        }
    }

    @Test
    void callRunsOnThePrimary() throws Exception {
        ShardingSphereFixture fixture = open(OURS, "DYNAMIC");
        for (int i = 0; i < 5; i++) {
            fixture.execute("CALL p()");
        }
        fixture.execute("DO g()");
        assertEquals(primary, fixture.query("CALL who()"));
        assertEquals("501", cluster.primary().queryString("SELECT v FROM shop.t WHERE id = 1"));
    }

    @Test
    void controlStockCallsOnAReplica() throws Exception {
        assertNotEquals(primary, open(STOCK, "DYNAMIC").query("CALL who()"));
    }

    @Test
    void lockingReadsAndShowAndSetKeepTheirRoutes() throws Exception {
        ShardingSphereFixture fixture = open(OURS, "DYNAMIC");
        assertEquals(primary, fixture.query(SERVER + " FOR UPDATE"));
        assertEquals(replica0, fixture.query(SERVER));
        fixture.execute("SET @a = 1");
        assertEquals("t", fixture.query("SHOW TABLES LIKE 't'"));
        assertEquals("server_uuid", fixture.query("SHOW VARIABLES LIKE 'server_uuid'"));
    }

    @Test
    void hintsKeepTheirMeaning() throws Exception {
        ShardingSphereFixture fixture = open(OURS, "DYNAMIC");
        try (HintManager hint = HintManager.getInstance()) {
            hint.setWriteRouteOnly();
            groups.drain();
            assertEquals(primary, fixture.query(SERVER));
            assertEquals(List.of("readwrite_ds: PRIMARY_REQUESTED", "readwrite_ds: untracked"), groups.drain());
        }
        try (HintManager hint = HintManager.getInstance()) {
            hint.setDataSourceName("read_ds_1");
            assertEquals(replica1, fixture.query(SERVER));
            assertEquals(replica1, fixture.query("SELECT @@server_uuid"));
        }
        assertEquals(primary, fixture.query("/* SHARDINGSPHERE_HINT: WRITE_ROUTE_ONLY=true */ " + SERVER));
        assertEquals(replica1, fixture.query("/* SHARDINGSPHERE_HINT: DATA_SOURCE_NAME=read_ds_1 */ " + SERVER));
        assertEquals(replica0, fixture.query(SERVER));
    }
}
