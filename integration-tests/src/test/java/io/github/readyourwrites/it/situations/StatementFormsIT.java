package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.lastDecision;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.it.versions.ConnectorJ;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever a write looks like, the next read sees all of it. */
@Tag("central")
@ExtendWith(SharedCluster.class)
class StatementFormsIT {

    private static final String PARAMETERS =
            "rewriteBatchedStatements=true&allowMultiQueries=true&allowLoadLocalInfile=true";

    @BeforeEach
    void createProcedure(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        cluster.primary().execute(StatementForm.PROCEDURE);
        cluster.awaitCaughtUp();
    }

    @Test
    void stockRoundRobinMissesEveryForm(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, ROUND_ROBIN)) {
            for (StatementForm each : StatementForm.possible()) {
                reset(cluster);
                assertEquals(each.before(), writeAndRead(each, fixture), each::toString);
            }
        }
    }

    private static String writeAndRead(StatementForm form, ShardingSphereFixture fixture) {
        try (Connection connection = fixture.connect()) {
            form.write(connection);
            return fixture.query(form.read());
        } catch (SQLException ex) {
            return StatementForm.REFUSED;
        }
    }

    @Test
    void readsAllOfEveryForm(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES)) {
            for (StatementForm each : StatementForm.possible()) {
                reset(cluster);
                GtidSet before = GtidSet.parse(cluster.primary().gtidExecuted());
                try (RywSession ignored = RywSession.open();
                        Connection connection = fixture.connect()) {
                    each.write(connection);
                    assertEquals(each.commits(), committedSince(before, cluster), each::toString);
                    assertEquals(each.after(), fixture.query(each.read()), each::toString);
                    assertEquals(RouteReason.PRIMARY_AFTER_WAIT, lastDecision().reason(), each::toString);
                }
            }
        }
    }

    /** All commits of a statement count, not its first or last one. */
    @Test
    void aReplicaWithOnlyTheFirstOfSeveralCommitsIsNotFresh(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES)) {
            for (StatementForm each : StatementForm.possible()) {
                if (each.commits() > 1) {
                    reset(cluster);
                    GtidSet before = GtidSet.parse(cluster.primary().gtidExecuted());
                    try (RywSession ignored = RywSession.open();
                            Connection connection = fixture.connect()) {
                        each.write(connection);
                        applyFirstOf(cluster.replica(0), before, cluster);
                        assertEquals(each.after(), fixture.query(each.read()), each::toString);
                        assertEquals("write_ds", lastDecision().target(), each::toString);
                    }
                }
            }
        }
    }

    /** The control of the scene above: a session that knows of the first commit only is served by that replica. */
    @Test
    void aReplicaWithTheFirstCommitServesWhoKnowsOfNoOther(MySqlCluster cluster) throws SQLException {
        ConnectorJ.assumeReadsPositionsBesideMessages();
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES)) {
            reset(cluster);
            GtidSet before = GtidSet.parse(cluster.primary().gtidExecuted());
            try (RywSession ignored = RywSession.open()) {
                fixture.execute(AccountFixture.update(1));
                cluster.primary().execute(AccountFixture.update(2));
                applyFirstOf(cluster.replica(0), before, cluster);
                await().pollInSameThread().untilAsserted(() -> {
                    fixture.query(READ);
                    assertEquals("read_ds_0", lastDecision().target());
                });
                assertEquals("1", fixture.query(READ));
            }
        }
    }

    @Test
    void readsWhatAnXaTransactionCommitted(MySqlCluster cluster) throws SQLException {
        String url = cluster.primary().jdbcUrl("shop", ShardingSphereFixture.TRACKER);
        try (ShardingSphereFixture fixture = open(cluster, READ_YOUR_WRITES);
                RywSession ignored = RywSession.open();
                Connection connection = DriverManager.getConnection(url, "app", "app")) {
            AccountFixture.stopAppliers(cluster);
            ShardingSphereFixture.execute(connection, "XA START 'one'");
            ShardingSphereFixture.execute(connection, AccountFixture.update(1));
            ShardingSphereFixture.execute(connection, "XA END 'one'");
            ShardingSphereFixture.execute(connection, "XA PREPARE 'one'");
            assertEquals("0", fixture.query(READ));
            ShardingSphereFixture.execute(connection, "XA COMMIT 'one'");
            assertEquals("1", fixture.query(READ));

            ShardingSphereFixture.execute(connection, "XA START 'two'");
            ShardingSphereFixture.execute(connection, AccountFixture.update(2));
            ShardingSphereFixture.execute(connection, "XA END 'two'");
            ShardingSphereFixture.execute(connection, "XA COMMIT 'two' ONE PHASE");
            assertEquals("2", fixture.query(READ));
        }
    }

    private static void reset(MySqlCluster cluster) {
        cluster.heal();
        cluster.primary().execute("DROP TABLE IF EXISTS extra");
        AccountFixture.create(cluster);
        AccountFixture.stopAppliers(cluster);
    }

    private static long committedSince(GtidSet before, MySqlCluster cluster) {
        return GtidSet.parse(cluster.primary().gtidExecuted()).subtract(before).count();
    }

    /** Lets the replica apply the first commit after {@code before} and no other. */
    private static void applyFirstOf(MySqlServer replica, GtidSet before, MySqlCluster cluster) {
        GtidSet executed = GtidSet.parse(cluster.primary().gtidExecuted());
        GtidSet first = GtidSet.parse(cluster.primary().serverUuid() + ":" + (before.count() + 1));
        assertTrue(executed.subtract(before).contains(first), "the primary has executed nothing but its own");
        assertTrue(executed.subtract(before).count() > 1);
        boolean oldNames = replica.queryString("SELECT VERSION()").matches("(5\\.|8\\.0).*");
        replica.execute(
                (oldNames ? "START SLAVE" : "START REPLICA") + " SQL_THREAD UNTIL SQL_AFTER_GTIDS = '" + first + "'");
        await().pollInSameThread()
                .until(() -> GtidSet.parse(replica.gtidExecuted()).contains(first));
        assertFalse(GtidSet.parse(replica.gtidExecuted()).contains(executed));
    }

    private static ShardingSphereFixture open(MySqlCluster cluster, String loadBalancer) throws SQLException {
        ShardingSphereFixture.Builder result = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .urlParameters(PARAMETERS);
        return loadBalancer.equals(READ_YOUR_WRITES)
                ? result.loadBalancerProperties(
                                "wait-timeout-milliseconds: 100, probe-timeout-milliseconds: 10000, session-includes-sessionless: false")
                        .open(loadBalancer)
                : result.open(loadBalancer);
    }
}
