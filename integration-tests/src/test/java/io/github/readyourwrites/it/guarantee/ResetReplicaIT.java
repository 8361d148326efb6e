package io.github.readyourwrites.it.guarantee;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** RESET MASTER on a replica, while the monitor's connection stays open: what was observed before no longer counts. */
@Tag("central")
@ExtendWith(SharedCluster.class)
class ResetReplicaIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int READS = 50;

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @Test
    void replicaThatForgotItsHistoryIsNotUsedUntilItHasItAgain(MySqlCluster cluster) throws SQLException {
        String reset = cluster.replica(0).serverUuid();
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, "");
                RywSession ignored = RywSession.open()) {
            fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
            await().atMost(PATIENCE).until(served(fixture, reset));
            cluster.replica(0).stopApplier();
            cluster.replica(0).resetGtidHistory();
            await().atMost(PATIENCE).until(notServedInARow(fixture, reset));
            for (int i = 0; i < READS; i++) {
                assertNotEquals(reset, server(fixture));
            }
            // The row that it has is the old one, and it is not asked for it.
            fixture.execute("UPDATE account SET v = 2 WHERE id = 1");
            for (int i = 0; i < READS; i++) {
                assertEquals("2", fixture.query(AccountFixture.READ));
            }
            cluster.heal();
            await().atMost(PATIENCE).until(served(fixture, reset));
            assertEquals("2", fixture.query(AccountFixture.READ));
        }
    }

    private static Callable<Boolean> served(ShardingSphereFixture fixture, String serverUuid) {
        return () -> server(fixture).equals(serverUuid);
    }

    private static Callable<Boolean> notServedInARow(ShardingSphereFixture fixture, String serverUuid) {
        return () -> {
            String first = server(fixture);
            String second = server(fixture);
            return !first.equals(serverUuid) && !second.equals(serverUuid);
        };
    }

    private static String server(ShardingSphereFixture fixture) throws SQLException {
        return fixture.query("SELECT @@server_uuid FROM account WHERE id = 1");
    }
}
