package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.RoutedGroupFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.PrimaryFixture;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.FloorFixture;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.SessionRegistry;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a primary has to show before it serves a read for want of a replica. The clock moves only when the test says so. */
@Timeout(60)
class ConfirmationTest {

    private static final UUID PRIMARY = UUID.fromString("11111111-1111-1111-1111-111111111111");

    private static final UUID PROMOTED = UUID.fromString("22222222-2222-2222-2222-222222222222");

    private static final long SECOND = 1_000_000_000L;

    private final AtomicLong now = new AtomicLong(1_000);

    private RoutedGroupFixture group = open(Map.of());

    private PrimaryFixture primary = answered();

    private RoutedGroupFixture open(Map<String, String> properties) {
        RoutedGroupFixture result = new RoutedGroupFixture(
                1, Duration.ofSeconds(1_000), now::get, (name, available) -> available.get(0), withoutWait(properties));
        result.executed(gtids("1-5"));
        result.primaryHas(gtids("1-5"));
        return result;
    }

    private static Map<String, String> withoutWait(Map<String, String> properties) {
        Map<String, String> result = new HashMap<>(properties);
        result.put("wait-timeout-milliseconds", "0");
        return result;
    }

    private PrimaryFixture answered() {
        PrimaryFixture result = group.answeredBy(PRIMARY);
        result.leadsTo(PRIMARY, gtids("1-5"));
        return result;
    }

    private void reopen(Map<String, String> properties) {
        close();
        group = open(properties);
        primary = answered();
    }

    @AfterEach
    void close() {
        primary.end();
        group.close();
    }

    /** Another instance has committed it, and handed on a token. */
    private void asksFor(RywSession session, GtidSet gtids) {
        FloorFixture.raise(session, group.primary(), gtids);
    }

    private void assertServed(RouteReason reason) throws SQLException {
        assertEquals(reason, group.route().reason());
    }

    private void assertRefused(String words) {
        SQLException ex = assertThrows(SQLTransientException.class, group::route);
        assertTrue(String.valueOf(ex.getMessage()).contains(words), ex::getMessage);
    }

    @Test
    void newPrimaryThatLacksWhatAnotherInstanceCommittedServesNothingUntilItHasIt() throws SQLException {
        try (RywSession session = RywSession.open()) {
            asksFor(session, gtids("6"));
            primary.leadsTo(PROMOTED, gtids("1-5"));
            assertRefused("lacks 11111111-1111-1111-1111-111111111111:6");
            primary.leadsTo(PROMOTED, gtids("1-6"));
            assertServed(RouteReason.PRIMARY_AFTER_WAIT);
        }
    }

    @Test
    void whatWasUnderWayWhenThisInstanceAskedIsNotDroppedBeforeTheGraceTimeHasPassed() throws SQLException {
        primary.owns(gtids("6"));
        readStrongly();
        primary.owns(GtidSet.empty());
        try (RywSession session = RywSession.open()) {
            asksFor(session, gtids("6"));
            primary.leadsTo(PROMOTED, gtids("1-5"));
            assertRefused("lacks 11111111-1111-1111-1111-111111111111:6");
            assertRefused("lacks 11111111-1111-1111-1111-111111111111:6");
            now.addAndGet(10 * SECOND);
            assertServed(RouteReason.PRIMARY_AFTER_WAIT);
        }
    }

    @Test
    void readWhoseFloorWasRolledBackHasNone() throws SQLException {
        primary.owns(gtids("6"));
        readStrongly();
        try (RywSession session = RywSession.open()) {
            asksFor(session, gtids("6"));
            primary.owns(GtidSet.empty());
            readStrongly();
            assertServed(RouteReason.NO_FLOOR);
        }
    }

    /** Asks the primary, in a session of its own. */
    private void readStrongly() throws SQLException {
        try (RywSession session = RywSession.open().require(ConsistencyLevel.STRONG)) {
            assertServed(RouteReason.PRIMARY_WITHOUT_FENCE);
        }
    }

    @Test
    void whatItLacksAfterTheGraceTimeIsLost() throws SQLException {
        try (RywSession session = RywSession.open()) {
            asksFor(session, gtids("6"));
            primary.leadsTo(PROMOTED, gtids("1-5"));
            assertRefused("lacks");
            now.addAndGet(10 * SECOND - 1);
            assertRefused("lacks");
            now.incrementAndGet();
            assertServed(RouteReason.PRIMARY_AFTER_WAIT);
        }
    }

    @Test
    void whatItLacksAfterTheGraceTimeIsAnErrorWhereTheUserSaysSo() {
        reopen(Map.of("on-lost-write", "ERROR"));
        now.addAndGet(10 * SECOND);
        try (RywSession session = RywSession.open()) {
            asksFor(session, gtids("6"));
            assertRefused("lacks");
        }
    }

    @Test
    void primaryThatHasWhatAnotherInstanceCommittedServesIt() throws SQLException {
        primary.leadsTo(PRIMARY, gtids("1-6"));
        try (RywSession session = RywSession.open()) {
            asksFor(session, gtids("6"));
            assertServed(RouteReason.PRIMARY_AFTER_WAIT);
        }
    }

    @Test
    void primaryIsAskedForWhatAnotherInstanceCommittedAlsoWithoutReplicas() throws SQLException {
        group.available.clear();
        try (RywSession session = RywSession.open()) {
            asksFor(session, gtids("6"));
            primary.leadsTo(PROMOTED, gtids("1-5"));
            assertRefused("lacks");
            primary.leadsTo(PROMOTED, gtids("1-6"));
            assertServed(RouteReason.PRIMARY_NO_REPLICA);
            int asked = primary.asked();
            assertServed(RouteReason.PRIMARY_NO_REPLICA);
            assertEquals(asked, primary.asked());
        }
    }

    @Test
    void readThatHadNoTimeForItsFenceIsConfirmedToo() throws SQLException {
        try (RywSession session = RywSession.open()) {
            asksFor(session, gtids("6"));
            SessionRegistry.observer().marked(group.primary().address());
            primary.leadsTo(PROMOTED, gtids("1-5"));
            assertRefused("lacks");
        }
    }

    @Test
    void slowPrimaryServesWhatIsKnownToBeThereAndNothingElse() throws SQLException {
        primary.silent();
        Thread ticking = ticking();
        try (RywSession session = RywSession.open()) {
            group.committed(gtids("6"));
            assertServed(RouteReason.PRIMARY_AFTER_WAIT);
            asksFor(session, gtids("7"));
            assertRefused("has not answered in time");
        } finally {
            ticking.interrupt();
        }
    }

    /** Time goes by. */
    private Thread ticking() {
        Thread result = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                now.addAndGet(1_000);
                Thread.onSpinWait();
            }
        });
        result.setDaemon(true);
        result.start();
        return result;
    }

    @Test
    void primaryInDoubtDoesNotBarTheReplicaThatIsBehindLeast() throws SQLException {
        reopen(Map.of("on-all-lagging", "LEAST_LAGGED"));
        beInDoubt();
        try (RywSession ignored = RywSession.open()) {
            assertServed(RouteReason.LEAST_LAGGED);
        }
    }

    @Test
    void primaryInDoubtServesNoReadWithoutAFloor() {
        beInDoubt();
        try (RywSession ignored = RywSession.open()) {
            assertRefused("is read-only");
        }
    }

    /** The replica stands still, and who is the primary is not known. */
    private void beInDoubt() {
        group.replicas.get(0).primaryHad(gtids("1-5"));
        group.replicas.get(0).primaryHad(gtids("1-6"));
        now.addAndGet(11 * SECOND);
        group.executed(gtids("1-5"));
        primary.readOnly();
        primary.whenAsked(() -> now.addAndGet(SECOND));
        group.group.writeFailed(new SQLException("gone", "08S01"));
    }

    @Test
    void primaryThatIsReplacedWhileAReadQueuesForItServesNothing() throws SQLException {
        reopen(Map.of("primary-fallback-concurrent-reads", "1"));
        primary.leadsTo(PRIMARY, gtids("1-6"));
        RoutingPass first = new RoutingPass(now::get);
        first.begin();
        try (RywSession session = RywSession.open("k")) {
            asksFor(session, gtids("6"));
            group.group.route(group.available, first);
        }
        CompletableFuture<Thread> started = new CompletableFuture<>();
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
            try (RywSession ignored = RywSession.open("k")) {
                started.complete(Thread.currentThread());
                group.route();
            } catch (SQLException ex) {
                throw new CompletionException(ex);
            }
        });
        while (started.join().getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        primary.leadsTo(PROMOTED, gtids("1-5"));
        primary.whenAsked(() -> now.addAndGet(SECOND));
        first.leavePlaces();
        CompletionException ex = assertThrows(CompletionException.class, second::join);
        assertTrue(String.valueOf(ex.getMessage()).contains("lacks"), ex::getMessage);
    }

    @Test
    void refusedReadGivesItsPlaceAndPermitBack() throws SQLException {
        reopen(Map.of("primary-fallback-concurrent-reads", "1", "primary-fallback-permits-per-second", "1"));
        try (RywSession session = RywSession.open()) {
            asksFor(session, gtids("6"));
            primary.leadsTo(PROMOTED, gtids("1-5"));
            assertRefused("lacks");
            primary.leadsTo(PROMOTED, gtids("1-6"));
            assertServed(RouteReason.PRIMARY_AFTER_WAIT);
        }
    }
}
