package io.github.readyourwrites.it.health;

import static io.github.readyourwrites.it.health.HealthFixture.READ;
import static io.github.readyourwrites.it.health.HealthFixture.awaitHealth;
import static io.github.readyourwrites.it.health.HealthFixture.lastDecision;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Probes that fail again and again: the replica leaves once, stays away meanwhile, and returns once. */
@ExtendWith(SharedCluster.class)
class FlappingProbeIT {

    private static final int KILLS = 40;

    private static final String FLAPPING = "read_ds_0";

    @BeforeEach
    void prepare(MySqlCluster cluster) {
        HealthFixture.prepare(cluster);
    }

    @Test
    void probeThatFailsEverySecondTimeReadmitsNobody(MySqlCluster cluster) throws SQLException {
        MySqlServer flapping = cluster.replica(0);
        cluster.primary()
                .execute("DROP USER IF EXISTS 'probed'@'%'", "CREATE USER 'probed'@'%' IDENTIFIED BY 'probed'");
        cluster.awaitCaughtUp();
        try (HealthFixture told = new HealthFixture(flapping);
                ShardingSphereFixture fixture = HealthFixture.open(
                        cluster,
                        "monitor-username: probed, monitor-password: probed, probe-interval-milliseconds: 1000,"
                                + " probe-timeout-milliseconds: 30000");
                Connection admin = flapping.connect("root", "")) {
            told.awaitUp();
            kill(admin);
            await().atMost(HealthFixture.PATIENCE).until(() -> told.healths.size() == 1);
            for (int i = 0; i < KILLS; i++) {
                // A second between two looks: of three in a row one finds its connection killed.
                kill(admin);
                fixture.query(READ);
                assertNotEquals(FLAPPING, lastDecision().target());
                await().pollDelay(Duration.ofMillis(100)).until(() -> true);
            }
            assertEquals(1, told.healths.size(), told.healths::toString);
            awaitHealth(flapping, Health.UP);
            await().until(() -> told.healths.size() == 2);
        } finally {
            cluster.primary().execute("DROP USER 'probed'@'%'");
        }
    }

    /** Ends what the monitor has open at the replica. */
    private static void kill(Connection admin) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Statement statement = admin.createStatement()) {
            try (ResultSet rows =
                    statement.executeQuery("SELECT id FROM information_schema.processlist WHERE user = 'probed'")) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
            for (long each : ids) {
                try {
                    statement.execute("KILL " + each);
                } catch (SQLException ignored) {
                    // It has ended meanwhile.
                }
            }
        }
    }
}
