package io.github.readyourwrites.it.guarantee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

/** What becomes of a read that no replica can serve within the budget. */
@ExtendWith(SharedCluster.class)
class WaitTimeoutIT {

    private static final String WRITE = "UPDATE account SET v = 1 WHERE id = 1";

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void leaveReplicasBehind(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        AccountFixture.stopAppliers(cluster);
    }

    @Test
    void errorNamesGroupFloorAndReplicas(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, "ERROR");
                RywSession ignored = RywSession.open()) {
            assertEquals("0", fixture.query(AccountFixture.READ), "a read without a floor needs no wait");
            fixture.execute(WRITE);
            SQLException ex = assertThrows(SQLTransientException.class, () -> fixture.query(AccountFixture.READ));
            assertEquals(RouteReason.REFUSED, AccountFixture.lastReason());
            String message = String.valueOf(ex.getMessage());
            assertTrue(message.contains("`readwrite_ds`"), message);
            assertTrue(message.contains(cluster.primary().serverUuid() + ":"), message);
            for (int i = 0; i < 2; i++) {
                String replica =
                        "`read_ds_" + i + "` 127.0.0.1:" + cluster.replica(i).port() + " has executed ";
                assertTrue(message.contains(replica), message);
            }
        }
    }

    @Test
    void errorWithoutAFenceToo(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster, "ERROR");
                RywSession ignored = RywSession.open().require(ConsistencyLevel.STRONG)) {
            cluster.primary().freeze();
            assertThrows(SQLTransientException.class, () -> fixture.query(AccountFixture.READ));
        }
    }

    @Test
    void staleIsServedWhereTheUserWroteSoAndIsLogged(MySqlCluster cluster) throws SQLException {
        Logger logger = (Logger) LoggerFactory.getLogger("io.github.readyourwrites");
        log.start();
        logger.addAppender(log);
        try (ShardingSphereFixture fixture = open(cluster, "STALE");
                RywSession ignored = RywSession.open()) {
            fixture.execute(WRITE);
            assertEquals("0", fixture.query(AccountFixture.READ));
            assertEquals(RouteReason.STALE_ALLOWED, AccountFixture.lastReason());
            assertTrue(
                    log.list.stream()
                            .anyMatch(each -> each.getFormattedMessage().contains("serves stale reads")),
                    "" + log.list);
        } finally {
            logger.detachAppender(log);
        }
    }

    @Test
    void zeroNeverWaits(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = AccountFixture.open(
                        cluster, "wait-timeout-milliseconds: 0, session-includes-sessionless: false");
                RywSession ignored = RywSession.open()) {
            fixture.execute(WRITE);
            assertEquals("1", fixture.query(AccountFixture.READ));
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, AccountFixture.lastReason());
        }
    }

    @Test
    void fallsBackOnThePrimaryWithinThePermitsOnly(MySqlCluster cluster) throws SQLException {
        String permits = "wait-timeout-milliseconds: 0, session-includes-sessionless: false,"
                + " primary-fallback-permits-per-second: 1";
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, permits);
                RywSession ignored = RywSession.open()) {
            fixture.execute(WRITE);
            assertEquals("1", fixture.query(AccountFixture.READ));
            SQLException ex = assertThrows(SQLTransientException.class, () -> {
                // More in a row than a slow machine lets pass at one a second.
                for (int i = 0; i < 1_000; i++) {
                    assertEquals("1", fixture.query(AccountFixture.READ));
                }
            });
            assertEquals(RouteReason.REFUSED, AccountFixture.lastReason());
            String message = String.valueOf(ex.getMessage());
            assertTrue(message.contains("primary-fallback-permits-per-second"), message);
            try (var scope = RywSession.readFromPrimary()) {
                assertEquals("1", fixture.query(AccountFixture.READ), "who asks for the primary needs no permit");
            }
        }
    }

    private static ShardingSphereFixture open(MySqlCluster cluster, String onWaitTimeout) throws SQLException {
        return AccountFixture.open(cluster, AccountFixture.IMPATIENT + ", on-wait-timeout: " + onWaitTimeout);
    }
}
