package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.RoutedGroupFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What routing remembers is never taken for what is. */
class ReadRoutingTest {

    private static final Duration PROBE_TIMEOUT = Duration.ofSeconds(1);

    private long now = 1_000;

    private String choice = "read_0";

    private final RoutedGroupFixture group =
            new RoutedGroupFixture(3, PROBE_TIMEOUT, () -> now, (name, available) -> choice);

    @AfterEach
    void close() {
        group.close();
    }

    private RouteReason reason() throws SQLException {
        return decision().reason();
    }

    private RouteDecision decision() throws SQLException {
        return group.route();
    }

    @Test
    void forgetsAVerdictWhenTheFloorRises() throws SQLException {
        group.executed(gtids("1-5"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("5"));
            assertEquals(RouteReason.REPLICA_HAD_FLOOR, reason());
            assertEquals(RouteReason.REPLICA_HAD_FLOOR, reason());
            group.committed(gtids("6"));
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, reason());
        }
    }

    @Test
    void forgetsAVerdictWhenAnotherFloorRises() throws SQLException {
        group.executed(gtids("1-5"));
        group.committed(gtids("4"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("5"));
            assertEquals(RouteReason.REPLICA_HAD_FLOOR, reason());
        }
        group.committed(gtids("6"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("5"));
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, reason());
        }
    }

    @Test
    void forgetsAVerdictWhenTheReplicaIsObservedAnew() throws SQLException {
        group.executed(gtids("1-5"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("6"));
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, reason());
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, reason());
            group.executed(gtids("1-6"));
            assertEquals(RouteReason.REPLICA_HAD_FLOOR, reason());
        }
    }

    @Test
    void forgetsAVerdictWhenTheReplicaBeginsANewLife() throws SQLException {
        group.executed(gtids("1-5"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("5"));
            assertEquals(RouteReason.REPLICA_HAD_FLOOR, reason());
            group.executed(gtids("1-3"));
            assertEquals(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, reason());
            group.executed(gtids("1-3"));
            assertEquals(RouteReason.PRIMARY_AFTER_WAIT, reason());
            group.executed(gtids("1-5"));
            assertEquals(RouteReason.REPLICA_HAD_FLOOR, reason());
        }
    }

    @Test
    void forgetsAVerdictWhenTheReplicaIsSuspect() throws SQLException {
        group.executed(gtids("1-5"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("5"));
            assertEquals(RouteReason.REPLICA_HAD_FLOOR, reason());
            group.available.forEach(each -> group.group.readFailed(each, new SQLException("gone", "08S01")));
            assertEquals(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, reason());
        }
    }

    @Test
    void usesNoVerdictOfAnObservationThatIsTooOld() throws SQLException {
        group.executed(gtids("1-5"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("5"));
            now += PROBE_TIMEOUT.toNanos();
            assertEquals(RouteReason.REPLICA_HAD_FLOOR, reason());
            now++;
            assertEquals(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, reason());
        }
        assertEquals(RouteReason.PRIMARY_NO_HEALTHY_REPLICA, reason());
    }

    @Test
    void judgesTheAgeOfObservationsAnewAfterAWait() throws SQLException {
        group.executed(gtids("1-5"));
        RoutingPass pass = new RoutingPass(() -> now);
        pass.enterRouter();
        group.group.route(group.available, pass);
        assertEquals(
                RouteReason.NO_FLOOR, RywSession.lastDecision().orElseThrow().reason());
        now += PROBE_TIMEOUT.toNanos() + 1;
        pass.waited();
        group.group.route(group.available, pass);
        assertEquals(
                RouteReason.PRIMARY_NO_HEALTHY_REPLICA,
                RywSession.lastDecision().orElseThrow().reason());
    }

    @Test
    void hasVerdictsForEachReplica() throws SQLException {
        group.executed(gtids("1-5"));
        group.replicas.get(1).executed(gtids("1-6"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("6"));
            for (String each : group.available) {
                choice = each;
                assertEquals("read_1", decision().target());
                assertEquals(RouteReason.REPLICA_HAD_FLOOR, decision().reason());
            }
        }
    }

    @Test
    void takesTheNextInTheListForAnUnhealthyChoice() throws SQLException {
        group.replicas.get(0).executed(gtids("1"));
        group.replicas.get(2).executed(gtids("1"));
        choice = "read_1";
        assertEquals("read_2", decision().target());
        group.replicas.get(2).monitor().suspect("test");
        assertEquals("read_0", decision().target());
    }

    @Test
    void takesNoReplicaThatIsNotOnOffer() throws SQLException {
        group.executed(gtids("1"));
        group.available.remove("read_1");
        choice = "read_1";
        assertEquals("read_0", decision().target());
        choice = "nonsense";
        assertEquals("read_0", decision().target());
    }

    @Test
    void refusesAReplicaThatTheRuleDidNotName() {
        group.available.set(0, "read_9");
        SQLException ex = assertThrows(SQLTransientException.class, this::decision);
        assertTrue(String.valueOf(ex.getMessage()).contains("`read_9`"), ex.toString());
        assertEquals(
                RouteReason.REFUSED, RywSession.lastDecision().orElseThrow().reason());
        assertEquals(1, group.group.decisions().get(RouteReason.REFUSED));
    }

    @Test
    void tellsTheSameDecisionAgain() throws SQLException {
        group.executed(gtids("1"));
        RouteDecision first = decision();
        assertEquals(new RouteDecision("g", "read_0", RouteReason.NO_FLOOR, Duration.ZERO), first);
        assertEquals(first, decision());
        choice = "read_2";
        assertEquals("read_2", decision().target());
        assertEquals(3, group.group.decisions().get(RouteReason.NO_FLOOR));
        group.group.routedToPrimary(RouteReason.TRANSACTION_ON_PRIMARY);
        assertEquals(
                new RouteDecision("g", "write", RouteReason.TRANSACTION_ON_PRIMARY, Duration.ZERO),
                RywSession.lastDecision().orElseThrow());
    }

    @Test
    void tellsHowLongItWaited() throws SQLException {
        group.executed(gtids("1"));
        try (RywSession ignored = RywSession.open()) {
            group.committed(gtids("2"));
            assertFalse(decision().waited().isZero());
        }
        try (RywSession ignored = RywSession.open()) {
            assertEquals(Duration.ZERO, decision().waited());
        }
    }
}
