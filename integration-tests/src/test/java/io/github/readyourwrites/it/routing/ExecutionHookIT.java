package io.github.readyourwrites.it.routing;

import static io.github.readyourwrites.it.ShardingSphereFixture.execute;
import static io.github.readyourwrites.it.ShardingSphereFixture.query;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.loadbalance.GroupsFixture;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLTransientException;
import java.util.List;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the execution hook refuses and notices, and that exceptions reach the application as they are. */
@Tag("central")
@Tag("shardingsphere")
class ExecutionHookIT {
    private static MySqlCluster cluster;
    private static GroupsFixture groups;
    private static ShardingSphereFixture single;
    private static ShardingSphereFixture sharded;

    @BeforeAll
    static void start() throws Exception {
        cluster = MySqlCluster.start(1);
        cluster.primary()
                .execute(
                        "CREATE TABLE t (id INT PRIMARY KEY, v INT)",
                        "CREATE TABLE s_0 (id INT PRIMARY KEY, v INT)",
                        "CREATE TABLE s_1 (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO t VALUES (1, 0)",
                        "INSERT INTO s_0 VALUES (2, 0)",
                        "INSERT INTO s_1 VALUES (1, 0)");
        cluster.awaitCaughtUp();
        groups = new GroupsFixture();
        single = ShardingSphereFixture.openUntracked(cluster, "READ_YOUR_WRITES", "DYNAMIC");
        sharded = ShardingSphereFixture.builder()
                .group("g_0", "_a", cluster)
                .group("g_1", "_b", cluster)
                .otherRules("""
                        - !SHARDING
                          tables:
                            s:
                              actualDataNodes: 'g_0.s_0, g_1.s_1'
                              databaseStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: by_id}}
                              tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: table_by_id}}
                          shardingAlgorithms:
                            by_id: {type: INLINE, props: {algorithm-expression: 'g_${id % 2}'}}
                            table_by_id: {type: INLINE, props: {algorithm-expression: 's_${id % 2}'}}
                        """)
                .untracked()
                .open("READ_YOUR_WRITES");
    }

    @AfterAll
    static void stop() throws Exception {
        sharded.close();
        single.close();
        groups.close();
        cluster.close();
    }

    @BeforeEach
    void reset() {
        groups.answer(null);
        groups.failRoutes(null);
        groups.drain();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE t SET v = 99 WHERE id = 1",
                "/* hint */ INSERT INTO t VALUES (99, 99)",
                "CREATE TEMPORARY TABLE x (id INT)"
            })
    void refusesToWriteOnAReplica(String sql) throws Exception {
        try (HintManager hint = HintManager.getInstance()) {
            hint.setDataSourceName("read_ds_0");
            SQLException ex = assertThrows(SQLFeatureNotSupportedException.class, () -> single.execute(sql));
            assertEquals("0A000", ex.getSQLState());
            assertTrue(String.valueOf(ex.getMessage()).contains("read data source 'read_ds_0'"), ex.getMessage());
            assertTrue(
                    String.valueOf(ex.getMessage()).contains("HintManager.setDataSourceName(\"write_ds\")"),
                    ex.getMessage());
            assertEquals("0", single.query("SELECT v FROM t WHERE id = 1"));
        }
        assertEquals("0", cluster.replica(0).queryString("SELECT COUNT(*) FROM shop.t WHERE v = 99"));
    }

    /** The test cluster's replicas are read-only for applications; many in the field are not. */
    @Test
    void controlStockLetsOnlyTheServerRefuse() throws Exception {
        try (ShardingSphereFixture stock = ShardingSphereFixture.openUntracked(cluster, "ROUND_ROBIN", "DYNAMIC");
                HintManager hint = HintManager.getInstance()) {
            hint.setDataSourceName("read_ds_0");
            SQLException ex = assertThrows(SQLException.class, () -> stock.execute("UPDATE t SET v = 99 WHERE id = 1"));
            assertEquals(1290, ex.getErrorCode());
        }
    }

    @Test
    void noticesAStatementThatNoTrackerSaw() throws Exception {
        single.execute("UPDATE t SET v = v WHERE id = 1");
        assertEquals(List.of("readwrite_ds: untracked"), groups.drain());
        assertThrows(SQLException.class, () -> single.execute("INSERT INTO t VALUES (1, 1)"));
        assertEquals(List.of("readwrite_ds: untracked"), groups.drain());
        single.query("SELECT v FROM t");
        assertEquals(List.of("readwrite_ds: route preferred null"), groups.drain());
    }

    @Test
    void tellsOnlyTheGroupWhoseDataSourceWasUsed() throws Exception {
        sharded.execute("UPDATE s SET v = v WHERE id = 1");
        assertEquals(List.of("g_1: untracked"), groups.drain());
    }

    @Test
    void passesOnThatAReplicaDoesNotAnswer() throws Exception {
        try (Connection connection = single.connect()) {
            query(connection, "SELECT v FROM t");
            groups.drain();
            cluster.replica(0).crash();
            assertThrows(SQLException.class, () -> query(connection, "SELECT v FROM t"));
            assertEquals(
                    List.of("readwrite_ds: route preferred null", "readwrite_ds: failed read_ds_0 08S01"),
                    groups.drain());
        } finally {
            cluster.replica(0).restart();
            cluster.awaitCaughtUp();
        }
    }

    @Test
    void passesOnNothingWhereOnlyTheStatementIsWrong() throws Exception {
        assertThrows(SQLException.class, () -> single.query("SELECT EXP(v + 10000) FROM t"));
        assertEquals(List.of("readwrite_ds: route preferred null"), groups.drain());
    }

    @Test
    void routingErrorArrivesAsItIs() throws Exception {
        SQLException failure = new SQLTransientException("no replica has it", "25006", 7);
        groups.failRoutes(failure);
        assertSame(failure, assertThrows(SQLException.class, () -> single.query("SELECT v FROM t")));
        assertSame(failure, assertThrows(SQLException.class, () -> sharded.query("SELECT COUNT(*) FROM s")));
    }

    @Test
    void unknownAnswerIsNotExecutedAnywhere() {
        groups.answer("nowhere");
        assertThrows(SQLException.class, () -> single.query("SELECT v FROM t"));
    }

    @Test
    void onePassCoversEveryGroupOfAStatement() throws Exception {
        assertEquals("2", sharded.query("SELECT COUNT(*) FROM s"));
        assertEquals(
                2,
                groups.drain().stream().filter(each -> each.contains("route")).count());
    }

    @Test
    void crossShardTransactionKeepsEachGroupsPrimary() throws Exception {
        try (Connection connection = sharded.connect()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE s SET v = 3 WHERE id = 1");
            groups.drain();
            assertEquals("3", query(connection, "SELECT SUM(v) FROM s"));
            assertEquals(
                    List.of("g_0: route in transaction, preferred null", "g_1: TRANSACTION_ON_PRIMARY"),
                    groups.drain().stream()
                            .filter(each -> !each.contains("untracked"))
                            .sorted()
                            .toList());
            connection.rollback();
        }
    }
}
