package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.RoutedGroupFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where reads go when replicas are behind by more than they may be. */
@Timeout(60)
class LaggingReplicasTest {

    private static final long SECOND = 1_000_000_000L;

    private long now = 1_000;

    private RoutedGroupFixture group = open(Map.of("wait-timeout-milliseconds", "0"));

    private RoutedGroupFixture open(Map<String, String> properties) {
        return new RoutedGroupFixture(
                2, Duration.ofSeconds(1), () -> now, (name, available) -> available.get(0), properties);
    }

    private void reopen(Map<String, String> properties) {
        group.close();
        group = open(properties);
    }

    @AfterEach
    void close() {
        group.close();
    }

    /** It gets on, eleven seconds behind the primary. */
    private void lag(int replica) {
        group.replicas.get(replica).executed(gtids("1-5"));
        group.replicas.get(replica).primaryHad(gtids("1-5"));
        group.replicas.get(replica).primaryHad(gtids("1-6"));
        now += SECOND;
        group.replicas.get(replica).primaryHad(gtids("1-9"));
        now += 10 * SECOND;
        group.replicas.get(replica).executed(gtids("1-6"));
        assertEquals(Health.LAGGING, group.replicas.get(replica).monitor().health());
    }

    /** It has got nothing for eleven seconds. */
    private void stall(int replica) {
        group.replicas.get(replica).executed(gtids("1-5"));
        group.replicas.get(replica).primaryHad(gtids("1-5"));
        group.replicas.get(replica).primaryHad(gtids("1-6"));
        now += 11 * SECOND;
        group.replicas.get(replica).executed(gtids("1-5"));
        assertEquals(Health.STALLED, group.replicas.get(replica).monitor().health());
    }

    @Test
    void readWithoutAFloorAvoidsTheOneThatIsBehind() throws SQLException {
        lag(0);
        group.replicas.get(1).executed(gtids("1-9"));
        assertRoute("read_1", RouteReason.NO_FLOOR);
    }

    @Test
    void readWithoutAFloorGoesToThePrimaryWhenAllAreBehind() throws SQLException {
        stall(1);
        lag(0);
        group.replicas.get(1).executed(gtids("1-5"));
        assertEquals(Health.STALLED, group.replicas.get(1).monitor().health());
        assertRoute("write", RouteReason.PRIMARY_ALL_LAGGING);
    }

    @Test
    void readWithoutAFloorIsRefusedWhereTheUserSaysSo() {
        reopen(Map.of("on-all-lagging", "ERROR"));
        stall(0);
        SQLException ex = assertThrows(SQLTransientException.class, group::route);
        assertTrue(String.valueOf(ex.getMessage()).contains("max-lag-milliseconds (10000)"), ex::getMessage);
    }

    @Test
    void readWithoutAFloorGoesToTheOneThatIsBehindLeastWhereTheUserSaysSo() throws SQLException {
        reopen(Map.of("on-all-lagging", "LEAST_LAGGED"));
        stall(0);
        now += SECOND;
        group.replicas.get(0).executed(gtids("1-5"));
        assertRoute("read_0", RouteReason.LEAST_LAGGED);
        lag(1);
        group.replicas.get(0).executed(gtids("1-5"));
        assertRoute("read_1", RouteReason.LEAST_LAGGED);
    }

    @Test
    void sessionCountsItsReadsThatMayBeStale() throws SQLException {
        reopen(Map.of("on-all-lagging", "LEAST_LAGGED"));
        stall(0);
        now += SECOND;
        group.replicas.get(0).executed(gtids("1-5"));
        try (RywSession ignored = RywSession.open()) {
            assertRoute("read_0", RouteReason.LEAST_LAGGED);
            assertEquals(1, ReadView.current().staleReads());
            group.replicas.get(1).executed(gtids("1-9"));
            assertRoute("read_1", RouteReason.NO_FLOOR);
            assertEquals(1, ReadView.current().staleReads());
        }
    }

    /** It was wiped, or is none of the primary's: not behind but wrong. */
    @Test
    void replicaThatHasNothingOfThePrimaryServesNoReadWhateverTheUserSays() throws SQLException {
        reopen(Map.of("on-all-lagging", "LEAST_LAGGED", "on-wait-timeout", "STALE"));
        group.primaryHas(gtids("1-5"));
        group.replicas.get(0).primaryHad(gtids("1-5"));
        group.replicas.get(0).executed(GtidSet.empty());
        assertEquals(Health.LAGGING, group.replicas.get(0).monitor().health());
        assertRoute("write", RouteReason.PRIMARY_NO_HEALTHY_REPLICA);
        group.replicas.get(0).executed(gtids("1"));
        assertRoute("read_0", RouteReason.LEAST_LAGGED);
    }

    @Test
    void fallbackOfReadsWithoutAFloorCountsAgainstThePermits() {
        reopen(Map.of("primary-fallback-permits-per-second", "0"));
        stall(0);
        assertThrows(SQLTransientException.class, group::route);
    }

    @Test
    void readWithAFloorPrefersOneThatIsUpAndTakesOneThatIsBehindForWantOfIt() throws SQLException {
        lag(0);
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("6"));
            assertRoute("read_0", RouteReason.REPLICA_HAD_FLOOR);
            group.replicas.get(1).executed(gtids("1-6"));
            assertRoute("read_1", RouteReason.REPLICA_HAD_FLOOR);
        }
    }

    @Test
    void readWithAFloorIsNotServedByOneThatStandsStill() throws SQLException {
        stall(0);
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("5"));
            assertRoute("write", RouteReason.PRIMARY_NO_HEALTHY_REPLICA);
        }
    }

    /** The clock stands still here, so a read that waits would wait for ever. */
    @Test
    void readThatNoReplicaWillServeInTimeDoesNotWait() throws SQLException {
        reopen(Map.of("wait-timeout-milliseconds", "300"));
        group.replicas.get(0).executed(gtids("1"));
        group.replicas.get(0).primaryHad(gtids("1"));
        for (int i = 2; i <= 8; i++) {
            group.replicas.get(0).primaryHad(gtids("1-" + i));
            now += SECOND / 2;
            group.replicas.get(0).executed(gtids("1"));
        }
        assertEquals(Health.UP, group.replicas.get(0).monitor().health());
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("9"));
            assertRoute("write", RouteReason.PRIMARY_NO_REPLICA_IN_TIME);
            // No longer than it takes to ask the primary, of which there is none here.
            assertEquals(0, RywSession.lastDecision().orElseThrow().waited().toMillis());
        }
    }

    private void assertRoute(String target, RouteReason reason) throws SQLException {
        RouteDecision decision = group.route();
        assertEquals(target, decision.target());
        assertEquals(reason, decision.reason());
    }
}
