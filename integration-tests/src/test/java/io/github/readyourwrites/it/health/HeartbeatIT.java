package io.github.readyourwrites.it.health;

import static io.github.readyourwrites.it.health.HealthFixture.awaitHealth;
import static io.github.readyourwrites.it.health.HealthFixture.snapshot;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** The heartbeat table: made, found, missing, written by somebody else, dead, with a clock that is wrong. */
@ExtendWith(SharedCluster.class)
class HeartbeatIT {

    private static final String STAMP = "SELECT at FROM ryw_heartbeat";

    private static final String PT_HEARTBEAT = "CREATE TABLE heartbeat (ts VARCHAR(26) NOT NULL, server_id INT UNSIGNED"
            + " NOT NULL PRIMARY KEY, file VARCHAR(255), position BIGINT UNSIGNED)";

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.readyourwrites.replica.HeartbeatWriter");

    @BeforeEach
    void prepare(MySqlCluster cluster) {
        HealthFixture.prepare(cluster);
        log.start();
        logger.setLevel(Level.INFO);
        logger.addAppender(log);
    }

    @AfterEach
    void detach() {
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    private List<String> said() {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private void awaitSaid(String text) {
        await().atMost(HealthFixture.PATIENCE).until(() -> said().stream().anyMatch(each -> each.contains(text)));
    }

    @Test
    void withoutATableItIsSaidOnceWhatWouldHelp(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture ignored = HealthFixture.open(cluster, HealthFixture.QUICK)) {
            awaitSaid("CREATE TABLE `shop`.`ryw_heartbeat` (id TINYINT PRIMARY KEY, at DATETIME(6) NOT NULL)");
            awaitHealth(cluster.replica(0), Health.UP);
            await().during(Duration.ofSeconds(1)).until(() -> said().size() == 1);
            assertTrue(snapshot(cluster.replica(0)).lag().isPresent());
        }
        // As it was typed from the log.
        cluster.primary()
                .execute("CREATE TABLE `shop`.`ryw_heartbeat` (id TINYINT PRIMARY KEY, at DATETIME(6) NOT NULL)");
        try (ShardingSphereFixture ignored = HealthFixture.open(cluster, HealthFixture.QUICK)) {
            awaitMoves(cluster.primary());
        }
    }

    @Test
    void tableThatIsMadeMovesOnEveryServer(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture ignored = HealthFixture.open(cluster, HealthFixture.QUICK + ", heartbeat: CREATE")) {
            awaitMoves(cluster.replica(0));
            awaitMoves(cluster.replica(1));
            assertEquals(List.of(), said());
        }
    }

    @Test
    void missingRightIsNamedWithTheStatement(MySqlCluster cluster) throws SQLException {
        cluster.primary().execute("DROP USER IF EXISTS 'poor'@'%'", "CREATE USER 'poor'@'%' IDENTIFIED BY 'poor'");
        cluster.awaitCaughtUp();
        try (ShardingSphereFixture ignored = HealthFixture.open(
                cluster, HealthFixture.QUICK + ", heartbeat: CREATE, monitor-username: poor, monitor-password: poor")) {
            awaitSaid("GRANT CREATE, SELECT, INSERT, UPDATE ON `shop`.`ryw_heartbeat`");
            awaitSaid("CREATE command denied");
            awaitHealth(cluster.replica(0), Health.UP);
        } finally {
            cluster.primary().execute("DROP USER 'poor'@'%'");
        }
    }

    /** A wrong clock left a row of an hour from now, or of an hour ago: it is written on, and nothing lags. */
    @Test
    void clockThatIsAnHourOffIsNoLag(MySqlCluster cluster) throws SQLException {
        try (HealthFixture told = new HealthFixture(cluster.replica(0));
                ShardingSphereFixture ignored =
                        HealthFixture.open(cluster, HealthFixture.QUICK + ", heartbeat: CREATE")) {
            awaitMoves(cluster.primary());
            told.awaitUp();
            for (String each : List.of("+", "-")) {
                cluster.primary().execute("UPDATE ryw_heartbeat SET at = at " + each + " INTERVAL 1 HOUR");
                await().atMost(HealthFixture.PATIENCE)
                        .until(() -> cluster.replica(0)
                                .queryString("SELECT ABS(TIMESTAMPDIFF(SECOND, at, UTC_TIMESTAMP(6))) < 600 FROM"
                                        + " ryw_heartbeat")
                                .equals("1"));
            }
            assertEquals(List.of(), told.healths);
        }
    }

    @Test
    void deadWriterOfAnotherTableIsToldFromLag(MySqlCluster cluster) throws SQLException {
        MySqlServer primary = cluster.primary();
        primary.execute(PT_HEARTBEAT, "INSERT INTO heartbeat VALUES ('1999-12-31T23:00:00.001', 1, NULL, NULL)");
        cluster.awaitCaughtUp();
        try (HealthFixture told = new HealthFixture(cluster.replica(0));
                ShardingSphereFixture ignored =
                        HealthFixture.open(cluster, HealthFixture.QUICK + ", heartbeat-table: shop.heartbeat")) {
            told.awaitUp();
            awaitSaid("its writer is dead. That is not lag");
            primary.execute("UPDATE heartbeat SET ts = '1999-12-31T23:00:10.001'");
            awaitSaid("is written again");
            assertEquals(List.of(), told.healths);
            assertTrue(snapshot(cluster.replica(0)).lag().orElseThrow().compareTo(Duration.ofSeconds(1)) < 0);
        }
    }

    private static void awaitMoves(MySqlServer server) {
        await().atMost(HealthFixture.PATIENCE)
                .ignoreExceptions()
                .until(() -> !server.queryString(STAMP).isEmpty());
        String before = server.queryString(STAMP);
        await().atMost(HealthFixture.PATIENCE)
                .until(() -> !server.queryString(STAMP).equals(before));
    }
}
