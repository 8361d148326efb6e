package io.github.readyourwrites.it.guarantee;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A fence answered by a server that may itself be behind answers nothing, and such a server serves no read either. */
@Tag("central")
@ExtendWith(SharedCluster.class)
class VoidFenceIT {

    private static final String PROPERTIES = "wait-timeout-milliseconds: 2000, session-includes-sessionless: false";

    @Test
    void readOnlyServerIsNoPrimary(MySqlCluster cluster) throws SQLException {
        AccountFixture.create(cluster);
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, PROPERTIES);
                RywSession session = RywSession.open().require(ConsistencyLevel.STRONG)) {
            assertEquals("0", fixture.query(AccountFixture.READ));
            cluster.primary().execute("SET GLOBAL read_only = ON");
            String message = assertRefused(fixture);
            assertTrue(message.contains("is read-only"), message);
            session.require(ConsistencyLevel.SESSION);
            assertEquals("0", fixture.query(AccountFixture.READ), "no fence is needed for this one");
        } finally {
            cluster.primary().execute("SET GLOBAL read_only = OFF");
        }
    }

    @Test
    void serverWithoutWhatWasCommittedThereIsNoPrimary() throws SQLException {
        try (MySqlCluster cluster = MySqlCluster.start(1)) {
            AccountFixture.create(cluster);
            try (ShardingSphereFixture fixture = AccountFixture.open(cluster, PROPERTIES);
                    RywSession session = RywSession.open()) {
                fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
                session.require(ConsistencyLevel.STRONG);
                assertEquals("1", fixture.query(AccountFixture.READ));
                cluster.primary().resetGtidHistory();
                String message = assertRefused(fixture);
                assertTrue(message.contains("lacks " + cluster.primary().serverUuid()), message);
            }
        }
    }

    private static String assertRefused(ShardingSphereFixture fixture) {
        SQLException ex = assertThrows(SQLTransientException.class, () -> fixture.query(AccountFixture.READ));
        assertEquals(RouteReason.REFUSED, AccountFixture.lastReason());
        String result = String.valueOf(ex.getMessage());
        assertTrue(result.contains("`readwrite_ds`") && result.contains("`write_ds`"), result);
        return result;
    }
}
