package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.ShardingSphereFixture.TRACKER;
import static io.github.readyourwrites.it.situations.AccountFixture.READ;
import static io.github.readyourwrites.it.situations.AccountFixture.update;
import static io.github.readyourwrites.it.situations.AccountFixture.wasServedByReplica;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Some or all physical connections report no positions: fences take their place, and the log says what that costs.
 *
 * <p>Each test has a cluster of its own, since a JVM remembers of a primary that commits there may go unseen.
 */
@Tag("central")
class UntrackedConnectionsIT {

    private static final String PROPERTIES = "wait-timeout-milliseconds: 500, probe-timeout-milliseconds: 10000";

    private final MySqlCluster cluster = MySqlCluster.start(1);

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void createTable() {
        AccountFixture.create(cluster);
        log.start();
        logger().addAppender(log);
    }

    @AfterEach
    void endCluster() {
        logger().detachAppender(log);
        cluster.close();
    }

    @Test
    void fencesWhereNoConnectionIsTracked() throws SQLException {
        assertStockReadsTheOldValue();
        try (ShardingSphereFixture fixture = builder().untracked().open(READ_YOUR_WRITES);
                RywSession ignored = RywSession.open()) {
            AccountFixture.stopAppliers(cluster);
            fixture.execute(update(1));
            assertEquals("1", fixture.query(READ));
            fixture.execute(update(2));
            assertEquals("2", fixture.query(READ));
            assertWarnedOnceOfTheUrlParameter();

            AccountFixture.startAppliers(cluster);
            await().pollInSameThread().untilAsserted(() -> {
                assertEquals("2", fixture.query(READ));
                assertTrue(wasServedByReplica());
            });
        }
    }

    @Test
    void fencesWhereOneOfTwoPoolsIsNotTracked() throws SQLException {
        try (ShardingSphereFixture tracked = builder().open(READ_YOUR_WRITES);
                ShardingSphereFixture untracked = builder().untracked().open(READ_YOUR_WRITES);
                RywSession ignored = RywSession.open()) {
            AccountFixture.stopAppliers(cluster);
            tracked.execute(update(1));
            assertEquals("1", tracked.query(READ));
            assertEquals(List.of(), warnings());
            untracked.execute(update(2));
            assertEquals("2", tracked.query(READ));
            assertEquals("2", untracked.query(READ));
            assertWarnedOnceOfTheUrlParameter();
        }
    }

    /** The same primary under a name and under its number: two pools, one floor, and no position from one of them. */
    @Test
    void fencesWhereThePoolThatIsNotTrackedHasAnotherAddressOfThePrimary() throws SQLException {
        String byName = cluster.primary().jdbcUrl("shop").replace("127.0.0.1", "localhost");
        try (ShardingSphereFixture tracked = builder().open(READ_YOUR_WRITES);
                ShardingSphereFixture untracked =
                        builder().url("write_ds", byName).untracked().open(READ_YOUR_WRITES);
                RywSession ignored = RywSession.open()) {
            AccountFixture.stopAppliers(cluster);
            untracked.execute(update(1));
            assertEquals("1", tracked.query(READ));
            assertWarnedOnceOfTheUrlParameter();
        }
    }

    /** The control. */
    private void assertStockReadsTheOldValue() throws SQLException {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, ROUND_ROBIN)) {
            AccountFixture.stopAppliers(cluster);
            fixture.execute(update(9));
            assertEquals("0", fixture.query(READ));
        }
        AccountFixture.startAppliers(cluster);
        cluster.awaitCaughtUp();
    }

    private ShardingSphereFixture.Builder builder() {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties(PROPERTIES);
    }

    private void assertWarnedOnceOfTheUrlParameter() {
        List<String> warnings = warnings();
        assertEquals(1, warnings.size(), warnings::toString);
        assertTrue(warnings.get(0).contains(TRACKER), warnings::toString);
        assertTrue(warnings.get(0).contains("write_ds"), warnings::toString);
    }

    /** Those of statements; what the start says is for the tests of the start. */
    private List<String> warnings() {
        return List.copyOf(log.list).stream()
                .filter(each -> each.getLevel().isGreaterOrEqual(Level.WARN))
                .filter(each -> !each.getLoggerName().endsWith(".StartReport"))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    private static Logger logger() {
        return (Logger) LoggerFactory.getLogger("io.github.readyourwrites");
    }
}
