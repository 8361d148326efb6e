package io.github.readyourwrites.it.guarantee;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.execute;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A commit whose connection broke: the server got it, could not carry it out yet, and nobody will tell. */
@ExtendWith(SharedCluster.class)
class UnknownCommitIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int READS = 5;

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @Test
    void readsFenceUntilTheCommitHasHappenedAndThenSeeIt(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, AccountFixture.IMPATIENT);
                RywSession ignored = RywSession.open()) {
            breakDuringCommit(cluster, fixture);
            assertEveryReadFences(fixture);
            AccountFixture.stopAppliers(cluster);
            cluster.primary().unlockTables();
            await().atMost(PATIENCE)
                    .until(() ->
                            cluster.primary().queryString(AccountFixture.READ).equals("1"));
            assertEquals("1", fixture.query(AccountFixture.READ));
            // The connection is gone from the process list, long before unknown-commit-milliseconds.
            cluster.heal();
            await().atMost(Duration.ofSeconds(30)).until(() -> !fences(fixture));
            assertEquals("1", fixture.query(AccountFixture.READ));
        }
    }

    /** Without the PROCESS privilege an account sees the connections of its own user only. */
    @Test
    void markEndsByTimeWhereTheProcessListCannotBeSeen(MySqlCluster cluster) throws SQLException {
        cluster.primary()
                .execute(
                        "DROP USER IF EXISTS 'monitor'@'127.0.0.1'",
                        "CREATE USER 'monitor'@'127.0.0.1' IDENTIFIED BY 'monitor'");
        cluster.awaitCaughtUp();
        String properties = AccountFixture.IMPATIENT
                + ", unknown-commit-milliseconds: 6000, monitor-username: monitor, monitor-password: monitor";
        try (ShardingSphereFixture fixture = open(cluster, properties);
                RywSession ignored = RywSession.open()) {
            breakDuringCommit(cluster, fixture);
            assertTrue(fences(fixture));
            await().atMost(PATIENCE).until(() -> !fences(fixture));
            assertEquals(
                    "1",
                    cluster.primary()
                            .queryString("SELECT COUNT(*) FROM information_schema.processlist"
                                    + " WHERE user = 'app' AND state LIKE '%commit lock%'"),
                    "the commit is still possible, so only the clock can have ended the mark");
        } finally {
            cluster.primary().unlockTables();
            cluster.primary().execute("DROP USER 'monitor'@'127.0.0.1'");
        }
    }

    private static ShardingSphereFixture open(MySqlCluster cluster, String properties) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .url("write_ds", cluster.primary().jdbcUrl("shop", "socketTimeout=3000"))
                .loadBalancerProperties(properties)
                .open(READ_YOUR_WRITES);
    }

    /** The commit waits for the lock; the client gives up and closes its socket, which the server does not notice. */
    private static void breakDuringCommit(MySqlCluster cluster, ShardingSphereFixture fixture) throws SQLException {
        try (Connection connection = fixture.connect()) {
            connection.setAutoCommit(false);
            execute(connection, "UPDATE account SET v = 1 WHERE id = 1");
            cluster.primary().lockTables();
            assertThrows(SQLException.class, connection::commit);
        } catch (SQLException ignored) {
            // Closing a broken connection may fail.
        }
    }

    private static void assertEveryReadFences(ShardingSphereFixture fixture) throws SQLException {
        for (int i = 0; i < READS; i++) {
            assertTrue(fences(fixture));
        }
    }

    /** Replicas have all that is known, so a read that takes any time has asked the primary. */
    private static boolean fences(ShardingSphereFixture fixture) throws SQLException {
        fixture.query(AccountFixture.READ);
        return !RywSession.lastDecision().orElseThrow().waited().isZero();
    }
}
