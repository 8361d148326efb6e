package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.RoutedGroupFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.PrimaryFixture;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.LastRead;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A replica shows transaction 6, which the primary has sent it and does not show itself yet; the other one lacks it. */
@Timeout(60)
class PrimaryCatchUpTest {

    private static final UUID PRIMARY = UUID.fromString("11111111-1111-1111-1111-111111111111");

    private static final UUID PROMOTED = UUID.fromString("22222222-2222-2222-2222-222222222222");

    private static final GtidSet ERRANT = GtidSet.parse("99999999-9999-9999-9999-999999999999:1");

    private final AtomicLong now = new AtomicLong(1_000);

    private RoutedGroupFixture group = open(Map.of());

    private PrimaryFixture primary = answering();

    private RywSession session = RywSession.open();

    private RoutedGroupFixture open(Map<String, String> properties) {
        Map<String, String> all = new HashMap<>(
                Map.of("wait-timeout-milliseconds", "0", "monotonic-reads", "true", "max-lag-milliseconds", "600000"));
        all.putAll(properties);
        RoutedGroupFixture result = new RoutedGroupFixture(
                2, Duration.ofSeconds(1_000), now::get, (name, available) -> available.get(0), all);
        result.executed(gtids("1-5"));
        result.primaryHas(gtids("1-5"));
        return result;
    }

    private PrimaryFixture answering() {
        PrimaryFixture result = group.answeredBy(PRIMARY);
        result.leadsTo(PRIMARY, gtids("1-5"));
        return result;
    }

    @BeforeEach
    void sendToOneReplica() {
        primary.owns(gtids("6"));
        group.replicas.get(0).executed(gtids("1-6"));
    }

    private void reopen(Map<String, String> properties) {
        close();
        group = open(properties);
        primary = answering();
        session = RywSession.open();
        sendToOneReplica();
    }

    @AfterEach
    void close() {
        session.close();
        primary.end();
        group.close();
    }

    private void read(String replica) {
        begun(replica).ended();
    }

    private MonotonicRead begun(String dataSourceName) {
        MonotonicRead result = group.group.readBegins(dataSourceName);
        if (result == null) {
            throw new AssertionError("nothing is kept of reads");
        }
        return result;
    }

    /** Until then nobody knows what a read from it has seen. */
    private void lookAtReplica(int index, GtidSet executed) {
        now.incrementAndGet();
        group.replicas.get(index).executed(executed);
    }

    /** The primary shows the transaction when it is asked for the n-th time from now. */
    private void showAtQuestion(int n) {
        int before = primary.asked();
        primary.whenAsked(() -> {
            if (primary.asked() - before == n) {
                primary.owns(GtidSet.empty());
                primary.leadsTo(PRIMARY, gtids("1-6"));
            }
        });
    }

    private RouteReason readFromPrimary() throws SQLException {
        try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
            return group.route().reason();
        }
    }

    private int questions(Read read) throws SQLException {
        int before = primary.asked();
        read.run();
        return primary.asked() - before;
    }

    @Test
    void requestedReadWaitsForWhatAReplicaShowed() throws SQLException {
        read("read_0");
        lookAtReplica(0, gtids("1-6"));
        showAtQuestion(3);
        assertEquals(RouteReason.PRIMARY_REQUESTED, readFromPrimary());
        assertTrue(group.primary().known().contains(gtids("6")));
        assertEquals(0, questions(this::readFromPrimary), "it is known to be shown");
    }

    @Test
    void requestedReadWaitsForAllWhereNobodyKnowsYetWhatTheReplicaShowed() throws SQLException {
        read("read_0");
        showAtQuestion(3);
        assertEquals(RouteReason.PRIMARY_REQUESTED, readFromPrimary());
        assertTrue(group.primary().known().contains(gtids("6")));
    }

    @Test
    void readInAWritingTransactionWaitsToo() throws SQLException {
        read("read_0");
        showAtQuestion(2);
        group.group.routedToPrimary(RouteReason.TRANSACTION_ON_PRIMARY);
        assertTrue(group.primary().known().contains(gtids("6")));
    }

    @Test
    void readThatHasNoReplicaWaitsToo() throws SQLException {
        read("read_0");
        group.available.clear();
        showAtQuestion(2);
        assertEquals(RouteReason.PRIMARY_NO_REPLICA, group.route().reason());
        assertTrue(group.primary().known().contains(gtids("6")));
    }

    @Test
    void whatAPrimaryInDoubtShowedBeforeDoesNotCount() throws SQLException {
        showAtQuestion(1);
        read("read_0");
        lookAtReplica(0, gtids("1-6"));
        readFromPrimary();
        primary.readOnly();
        primary.whenAsked(() -> now.addAndGet(20_000_000));
        group.primary().suspect("the test says so");
        assertThrows(SQLTransientException.class, this::readFromPrimary);
    }

    @Test
    void twoReplicasReadAtATimeMakeThePrimaryBeAskedOnce() throws SQLException {
        MonotonicRead first = begun("read_0");
        MonotonicRead second = begun("read_1");
        first.ended();
        second.ended();
        lookAtReplica(1, gtids("1-5"));
        showAtQuestion(2);
        readFromPrimary();
        assertTrue(group.primary().known().contains(gtids("6")), "the other replica may have shown it");
        assertEquals(0, questions(this::readFromPrimary));
    }

    /** Their threads may tell of it in another order. */
    @Test
    void ofTwoReadsFromOneReplicaTheLaterEndCounts() {
        Floor floor = Objects.requireNonNull(ReadView.current().sessionFloor(group.primary()));
        ReplicaMonitor replica = group.replicas.get(0).monitor();
        long later = now.addAndGet(10);
        floor.readOn(true, null, new LastRead(replica, replica.incarnation(), later));
        floor.readOn(true, null, new LastRead(replica, replica.incarnation(), later - 10));
        group.replicas.get(0).executed(gtids("1-6"));
        assertNull(floor.seenElsewhere(), "the replica has not been looked at since the later one");
        lookAtReplica(0, gtids("1-7"));
        assertEquals(gtids("1-7"), floor.seenElsewhere());
    }

    @Test
    void newPrimaryThatLacksWhatAReplicaShowedServesNothingUntilTheGraceTimeHasPassed() throws SQLException {
        read("read_0");
        lookAtReplica(0, gtids("1-6"));
        primary.owns(GtidSet.empty());
        primary.leadsTo(PROMOTED, gtids("1-5"));
        SQLException ex = assertThrows(SQLTransientException.class, this::readFromPrimary);
        String message = String.valueOf(ex.getMessage());
        assertTrue(message.contains("lacks 11111111-1111-1111-1111-111111111111:6"), message);
        now.addAndGet(10_000_000_000L);
        assertEquals(RouteReason.PRIMARY_REQUESTED, readFromPrimary());
    }

    @Test
    void transactionsOfAReplicaItselfAreNotWaitedFor() throws SQLException {
        showAtQuestion(1);
        read("read_0");
        lookAtReplica(0, gtids("1-6").union(ERRANT));
        assertEquals(1, questions(this::readFromPrimary));
    }

    @Test
    void whatIsNotShownInTimeIsRefused() {
        read("read_0");
        primary.whenAsked(() -> now.addAndGet(20_000_000));
        SQLException ex = assertThrows(SQLTransientException.class, this::readFromPrimary);
        String message = String.valueOf(ex.getMessage());
        assertTrue(message.contains("monotonic-reads") && message.contains("`write`"), message);
        assertTrue(message.contains("has not finished 11111111-1111-1111-1111-111111111111:6"), message);
    }

    @Test
    void whatIsNotShownInTimeIsServedAndCountedWhereStaleReadsAreAllowed() throws SQLException {
        reopen(Map.of("on-wait-timeout", "STALE"));
        read("read_0");
        primary.whenAsked(() -> now.addAndGet(20_000_000));
        assertEquals(RouteReason.PRIMARY_REQUESTED, readFromPrimary());
        assertEquals(1, ReadView.current().staleReads());
    }

    @Test
    void readsThatNeedNotBeMonotonicDoNotWait() throws SQLException {
        assertEquals(0, questions(this::readFromPrimary), "nothing was read before");
        begun("write").ended();
        assertEquals(0, questions(this::readFromPrimary), "only the primary was read before");
        read("read_0");
        try (RywSession ignored = RywSession.open()) {
            assertEquals(0, questions(this::readFromPrimary), "another session");
        }
        session.require(ConsistencyLevel.EVENTUAL);
        assertEquals(0, questions(this::readFromPrimary), "EVENTUAL");
    }

    @FunctionalInterface
    private interface Read {
        Object run() throws SQLException;
    }
}
