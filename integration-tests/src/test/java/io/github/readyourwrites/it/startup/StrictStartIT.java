package io.github.readyourwrites.it.startup;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code strict-start} makes refusals of warnings, lists all of them, and leaves nothing open. */
@ExtendWith(SharedCluster.class)
class StrictStartIT {

    private static final String STRICT = "strict-start: true";

    @Test
    void refusesWarningsOfServersAndRules(MySqlCluster cluster) {
        ShardingSphereFixture.Builder builder = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .otherRules("")
                .untracked()
                .loadBalancerProperties(STRICT);
        try (StartLog log = new StartLog()) {
            SQLException ex =
                    assertThrows(SQLException.class, () -> builder.open(ShardingSphereFixture.READ_YOUR_WRITES));
            for (String each : List.of(
                    "strict-start",
                    "sync_binlog is 0",
                    "add " + ShardingSphereFixture.TRACKER,
                    "no table leads to this group")) {
                assertTrue(String.valueOf(ex.getMessage()).contains(each), ex.getMessage());
            }
            assertEquals(List.of(), log.blocks());
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> Connections.count(cluster) == 0);
    }

    /** The control: notes refuse nothing, and without the property neither do warnings. */
    @Test
    void startsWithNotesOnly(MySqlCluster cluster) throws SQLException {
        try (HealthyCluster ignored = new HealthyCluster(cluster)) {
            StartLog.of(ShardingSphereFixture.builder()
                            .group("readwrite_ds", "", cluster)
                            .loadBalancerProperties(STRICT))
                    .assertFound("note", "GRANT REPLICATION CLIENT");
        }
        StartLog.of(ShardingSphereFixture.builder().group("readwrite_ds", "", cluster))
                .assertWarned("sync_binlog is 0");
    }
}
