package io.github.readyourwrites.it.health;

import static io.github.readyourwrites.it.health.HealthFixture.READ;
import static io.github.readyourwrites.it.health.HealthFixture.awaitHealth;
import static io.github.readyourwrites.it.health.HealthFixture.lastDecision;
import static io.github.readyourwrites.it.health.HealthFixture.snapshot;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The link to an idle primary is down, and the server itself says that it is not behind. */
@ExtendWith(SharedCluster.class)
class LinkDownIT {

    private static final String CUT_OFF = "read_ds_0";

    @BeforeEach
    void prepare(MySqlCluster cluster) {
        HealthFixture.prepare(cluster);
    }

    @Test
    void heartbeatTellsADeadLinkFromAnIdlePrimary(MySqlCluster cluster) throws SQLException {
        MySqlServer cutOff = cluster.replica(0);
        try (ShardingSphereFixture fixture = HealthFixture.open(cluster, HealthFixture.QUICK + ", heartbeat: CREATE")) {
            awaitHealth(cutOff, Health.UP);
            cutOff.stopLink();
            awaitHealth(cutOff, Health.STALLED);
            assertEquals("null or 0", secondsBehind(cutOff));
            for (int i = 0; i < 10; i++) {
                fixture.query(READ);
                assertNotEquals(CUT_OFF, lastDecision().target());
                assertEquals(RouteReason.NO_FLOOR, lastDecision().reason());
            }
            cutOff.startLink();
            awaitHealth(cutOff, Health.UP);
        }
    }

    /** The control: nothing is written, so positions say nothing. The account may not see the threads either. */
    @Test
    void withoutAHeartbeatADeadLinkLooksLikeAnIdlePrimary(MySqlCluster cluster) throws SQLException {
        MySqlServer cutOff = cluster.replica(0);
        try (ShardingSphereFixture fixture = HealthFixture.open(cluster, HealthFixture.QUICK + ", heartbeat: OFF")) {
            awaitHealth(cutOff, Health.UP);
            cutOff.stopLink();
            await().during(Duration.ofSeconds(3))
                    .atMost(HealthFixture.PATIENCE)
                    .until(() -> snapshot(cutOff).health() == Health.UP);
            cluster.primary().execute("INSERT INTO ryw_health VALUES ()");
            awaitHealth(cutOff, Health.STALLED);
            fixture.query(READ);
            assertNotEquals(CUT_OFF, lastDecision().target());
        }
    }

    @Test
    void threadsTellItWithoutAHeartbeatWhereTheAccountMaySeeThem(MySqlCluster cluster) throws SQLException {
        MySqlServer cutOff = cluster.replica(0);
        cluster.primary()
                .execute(
                        "DROP USER IF EXISTS 'seeing'@'%'",
                        "CREATE USER 'seeing'@'%' IDENTIFIED BY 'seeing'",
                        "GRANT REPLICATION CLIENT ON *.* TO 'seeing'@'%'");
        cluster.awaitCaughtUp();
        try (ShardingSphereFixture ignored = HealthFixture.open(
                cluster,
                HealthFixture.QUICK + ", heartbeat: OFF, monitor-username: seeing, monitor-password: seeing")) {
            awaitHealth(cutOff, Health.UP);
            cutOff.stopLink();
            awaitHealth(cutOff, Health.STALLED);
            assertEquals("not linked, applying", snapshot(cutOff).replication());
            cutOff.startLink();
            awaitHealth(cutOff, Health.UP);
        } finally {
            cluster.heal();
            cluster.primary().execute("DROP USER 'seeing'@'%'");
        }
    }

    private static String secondsBehind(MySqlServer server) throws SQLException {
        try (Connection connection = server.connect("root", "");
                Statement statement = connection.createStatement()) {
            boolean old = server.queryString("SELECT VERSION()").matches("(5\\.|8\\.0\\.1).*");
            try (ResultSet row = statement.executeQuery("SHOW " + (old ? "SLAVE" : "REPLICA") + " STATUS")) {
                row.next();
                int behind = row.getInt("Seconds_Behind_" + (old ? "Master" : "Source"));
                return behind == 0 ? "null or 0" : String.valueOf(behind);
            }
        }
    }
}
