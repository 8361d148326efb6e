package io.github.readyourwrites.it.guarantee;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.ShardingSphereFixture.execute;
import static io.github.readyourwrites.it.ShardingSphereFixture.query;
import static io.github.readyourwrites.it.guarantee.AccountFixture.READ;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import org.apache.shardingsphere.infra.hint.HintManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Statements that ShardingSphere sends somewhere without asking a load balancer. */
@Tag("central")
@Tag("shardingsphere")
@ExtendWith(SharedCluster.class)
class RoutingGapsIT {

    private static final int READS = 20;

    @BeforeEach
    void createTablesAndRoutines(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "DROP FUNCTION IF EXISTS account_value",
                        "CREATE FUNCTION account_value() RETURNS INT READS SQL DATA"
                                + " RETURN (SELECT v FROM account WHERE id = 1)",
                        "DROP PROCEDURE IF EXISTS set_account",
                        "CREATE PROCEDURE set_account(value INT) SQL SECURITY INVOKER UPDATE account SET v = value WHERE id = 1");
        AccountFixture.create(cluster);
    }

    @Test
    void stockSendsReadsOfAWritingTransactionToReplicas(MySqlCluster cluster) throws Exception {
        assertEquals("0", readOnBareThreadInWritingTransaction(cluster, ROUND_ROBIN));
    }

    @Test
    void bareThreadReadsWhatItsTransactionWrote(MySqlCluster cluster) throws Exception {
        assertEquals("1", readOnBareThreadInWritingTransaction(cluster, READ_YOUR_WRITES));
    }

    private static String readOnBareThreadInWritingTransaction(MySqlCluster cluster, String loadBalancer)
            throws SQLException, InterruptedException, ExecutionException {
        try (ShardingSphereFixture fixture = builder(cluster).open(loadBalancer);
                RywSession ignored = RywSession.open();
                Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE account SET v = 1 WHERE id = 1");
            String result = AccountFixture.onBareThread(() -> query(connection, READ));
            connection.rollback();
            return result;
        }
    }

    @Test
    void stockReadsFromThePinnedReplicaUnderFixed(MySqlCluster cluster) throws SQLException {
        assertEquals("0", readWriteReadUnderFixed(cluster, ROUND_ROBIN));
    }

    @Test
    void readsOwnWriteUnderFixedAfterARead(MySqlCluster cluster) throws SQLException {
        assertEquals("1", readWriteReadUnderFixed(cluster, READ_YOUR_WRITES));
    }

    private static String readWriteReadUnderFixed(MySqlCluster cluster, String loadBalancer) throws SQLException {
        AccountFixture.stopAppliers(cluster);
        try (ShardingSphereFixture fixture = builder(cluster).strategy("FIXED").open(loadBalancer);
                RywSession ignored = RywSession.open();
                Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            assertEquals("0", query(connection, READ));
            execute(connection, "UPDATE account SET v = 1 WHERE id = 1");
            String result = query(connection, READ);
            connection.commit();
            // The next transaction of the connection, and another connection.
            assertEquals(result, query(connection, READ));
            assertEquals(result, fixture.query(READ));
            return result;
        }
    }

    @Test
    void stockSendsASelectWithoutTableAnywhere(MySqlCluster cluster) throws SQLException {
        assertTrue(staleCallsOfAFunction(cluster, ROUND_ROBIN) > 0);
    }

    @Test
    void functionReadsOwnWrite(MySqlCluster cluster) throws SQLException {
        assertEquals(0, staleCallsOfAFunction(cluster, READ_YOUR_WRITES));
    }

    /** On connections that have used replicas only, have used every server, and have used none. */
    private static int staleCallsOfAFunction(MySqlCluster cluster, String loadBalancer) throws SQLException {
        AccountFixture.stopAppliers(cluster);
        int result = 0;
        try (ShardingSphereFixture fixture = builder(cluster).open(loadBalancer);
                RywSession ignored = RywSession.open();
                Connection writing = fixture.connect();
                Connection reading = fixture.connect()) {
            for (int i = 0; i < 4; i++) {
                query(writing, READ);
                query(reading, READ);
            }
            execute(writing, "UPDATE account SET v = 1 WHERE id = 1");
            for (int i = 0; i < READS; i++) {
                result += isStale(query(writing, "SELECT account_value()"));
                result += isStale(query(reading, "SELECT account_value()"));
                result += isStale(fixture.query("SELECT account_value()"));
            }
        }
        return result;
    }

    private static int isStale(String value) {
        return "1".equals(value) ? 0 : 1;
    }

    @Test
    void stockCallsProceduresOnAReplica(MySqlCluster cluster) {
        SQLException ex = assertThrows(SQLException.class, () -> call(cluster, ROUND_ROBIN));
        assertTrue(String.valueOf(ex.getMessage()).contains("read-only"), ex.getMessage());
    }

    @Test
    void procedureRunsOnThePrimaryAndItsCommitIsSeen(MySqlCluster cluster) throws SQLException {
        assertEquals("5", call(cluster, READ_YOUR_WRITES));
        assertEquals("5", cluster.primary().queryString(READ));
    }

    private static String call(MySqlCluster cluster, String loadBalancer) throws SQLException {
        AccountFixture.stopAppliers(cluster);
        // ShardingSphere takes the first data source, whatever it is.
        ShardingSphereFixture.Builder builder = ShardingSphereFixture.builder()
                .url("read_ds_0", cluster.replica(0).jdbcUrl("shop"))
                .group("readwrite_ds", "", cluster);
        try (ShardingSphereFixture fixture = builder.open(loadBalancer);
                RywSession ignored = RywSession.open()) {
            fixture.execute("CALL set_account(5)");
            return fixture.query(READ);
        }
    }

    @Test
    void procedureForcedOntoAReplicaIsRefusedBeforeItRuns(MySqlCluster cluster) throws SQLException {
        // An account that replicas would let write, so that only the plugin stands in between.
        cluster.replica(0).execute("SET GLOBAL read_only = OFF");
        try (ShardingSphereFixture fixture = builder(cluster).open(READ_YOUR_WRITES);
                HintManager hint = HintManager.getInstance()) {
            hint.setDataSourceName("read_ds_0");
            SQLException ex = assertThrows(SQLException.class, () -> fixture.execute("CALL set_account(5)"));
            assertTrue(String.valueOf(ex.getMessage()).contains("'read_ds_0'"), ex.getMessage());
            assertTrue(
                    String.valueOf(ex.getMessage()).contains("HintManager.setDataSourceName(\"write_ds\")"),
                    ex.getMessage());
        } finally {
            cluster.replica(0).execute("SET GLOBAL read_only = ON");
        }
        assertEquals("0", cluster.replica(0).queryString(READ));
    }

    private static ShardingSphereFixture.Builder builder(MySqlCluster cluster) {
        return ShardingSphereFixture.builder().group("readwrite_ds", "", cluster);
    }
}
