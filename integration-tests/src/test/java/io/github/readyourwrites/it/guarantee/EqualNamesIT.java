package io.github.readyourwrites.it.guarantee;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Two ShardingSphere data sources with equal names on different clusters share nothing. */
@ExtendWith(SharedCluster.class)
class EqualNamesIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void nothingIsSharedAndClosingOneLeavesTheOther(MySqlCluster shared) throws SQLException {
        try (MySqlCluster other = MySqlCluster.start(1)) {
            AccountFixture.create(shared);
            AccountFixture.create(other);
            try (ShardingSphereFixture left = AccountFixture.open(shared, AccountFixture.IMPATIENT);
                    ShardingSphereFixture right = AccountFixture.open(other, "");
                    RywSession ignored = RywSession.open()) {
                AccountFixture.stopAppliers(shared);
                left.execute("UPDATE account SET v = 1 WHERE id = 1");
                assertEquals("1", left.query(AccountFixture.READ));
                assertEquals(RouteReason.PRIMARY_AFTER_WAIT, AccountFixture.lastReason());
                assertEquals("0", right.query(AccountFixture.READ));
                assertEquals(RouteReason.NO_FLOOR, AccountFixture.lastReason());
                assertTrue(isWatched(shared.replica(0)) && isWatched(other.replica(0)));

                left.close();
                assertFalse(isWatched(shared.replica(0)) || isWatched(shared.replica(1)));
                assertTrue(isWatched(other.replica(0)));
                right.execute("UPDATE account SET v = 2 WHERE id = 1");
                await().atMost(PATIENCE).until(() -> {
                    assertEquals("2", right.query(AccountFixture.READ));
                    return AccountFixture.lastReason() == RouteReason.REPLICA_HAD_FLOOR;
                });
            }
            assertFalse(isWatched(other.replica(0)));
        }
    }

    private static boolean isWatched(MySqlServer server) {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(each -> each.getName().equals("ryw-probe-" + server.host() + ":" + server.port()));
    }
}
