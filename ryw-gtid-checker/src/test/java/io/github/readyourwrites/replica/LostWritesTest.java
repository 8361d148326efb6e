package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.PRIMARY;
import static io.github.readyourwrites.replica.FenceLinkFixture.executed;
import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another server, or the same with less, answers at the write data source's address. */
class LostWritesTest {

    private static final ServerAddress ADDRESS = new ServerAddress("primary", 3306);

    private static final UUID SUCCESSOR = UUID.fromString("22222222-2222-2222-2222-222222222222");

    private static final Duration GRACE = Duration.ofSeconds(10);

    private final List<LostWrite> events = new ArrayList<>();

    private final LostWrites lostWrites = new LostWrites(events::add);

    private long now;

    private final Primary primary = new Primary(ADDRESS, () -> now, () -> {}, lostWrites);

    private final FenceLinkFixture link = new FenceLinkFixture();

    @BeforeEach
    void commit() throws SQLException {
        primary.lossGrace(GRACE);
        answer(executed("1-5"));
        primary.committed(gtids("6-7"));
    }

    @Test
    void reportsWhatTheSuccessorDoesNotHaveOnce() throws SQLException {
        answer(bySuccessor("1-5"));
        assertEquals(List.of(new LostWrite(ADDRESS, PRIMARY, SUCCESSOR, gtids("6-7"))), events);
        assertEquals(2, lostWrites.count());
        assertEquals(gtids("6-7"), primary.losses().lost());
        assertEquals(gtids("1-5"), primary.known());
        answer(bySuccessor("1-5"));
        assertEquals(1, events.size());
    }

    @Test
    void reportsNothingWhenTheSuccessorHasEverything() throws SQLException {
        answer(bySuccessor("1-7"));
        assertEquals(List.of(), events);
        assertEquals(GtidSet.empty(), primary.losses().gone());
    }

    @Test
    void waitsWhileTheSuccessorAppliesItsRelayLog() throws SQLException {
        link.relayLog = RelayLog.APPLYING;
        assertVoid(bySuccessor("1-5"));
        now += GRACE.multipliedBy(10).toNanos();
        assertVoid(bySuccessor("1-6"));
        assertEquals(List.of(), events);
        link.relayLog = RelayLog.NONE;
        answer(bySuccessor("1-6"));
        assertEquals(gtids("7"), events.get(0).gtids());
    }

    @Test
    void whereNobodyCanTellTheGraceTimeBeginsAnewWithEveryTransactionThatArrives() throws SQLException {
        link.relayLog = RelayLog.UNCLEAR;
        assertVoid(bySuccessor("1-5"));
        now += GRACE.toNanos() - 1;
        assertVoid(bySuccessor("1-6"));
        now += GRACE.toNanos() - 1;
        FenceLinkFixture later = new FenceLinkFixture();
        later.relayLog = RelayLog.UNCLEAR;
        assertVoid(later.answer(bySuccessor("1-6")));
        now++;
        answer(later.answer(bySuccessor("1-6")));
        assertEquals(gtids("7"), events.get(0).gtids());
    }

    @Test
    void sameServerWithLessIsBelievedOnANewConnectionOnly() throws SQLException {
        assertVoid(executed("1-5"));
        now += GRACE.toNanos();
        assertVoid(executed("1-5"));
        answer(new FenceLinkFixture().answer(executed("1-5")));
        assertEquals(List.of(new LostWrite(ADDRESS, PRIMARY, PRIMARY, gtids("6-7"))), events);
    }

    @Test
    void readOnlySuccessorIsNoPrimaryYet() throws SQLException {
        assertVoid(new FenceLink.Reply(GtidSet.empty(), gtids("1-5"), SUCCESSOR, true));
        assertEquals(List.of(), events);
    }

    /** Another instance may have been told that it is committed. */
    @Test
    void whatWasOnlyOwnedOnTheFormerServerIsGoneAfterTheGraceTimeAndIsNotReported() throws SQLException {
        answer(new FenceLink.Reply(gtids("8-9"), gtids("1-7"), PRIMARY, false));
        answer(bySuccessor("1-7"));
        now += GRACE.toNanos() - 1;
        answer(bySuccessor("1-7"));
        assertEquals(GtidSet.empty(), primary.losses().gone());
        assertEquals(gtids("8-9"), primary.absent(), "replicas may have it");
        now++;
        answer(bySuccessor("1-7"));
        assertEquals(gtids("8-9"), primary.losses().gone());
        assertEquals(gtids("8-9"), primary.losses().lost(), "sessions that ask for it are told");
        assertEquals(List.of(), events);
    }

    @Test
    void whatWasOnlyOwnedOnTheFormerServerIsNotGoneWhereItArrives() throws SQLException {
        answer(new FenceLink.Reply(gtids("8-9"), gtids("1-7"), PRIMARY, false));
        answer(bySuccessor("1-7"));
        answer(bySuccessor("1-8"));
        assertEquals(gtids("9"), primary.absent());
        now += GRACE.toNanos();
        answer(bySuccessor("1-8"));
        assertEquals(gtids("9"), primary.losses().gone());
    }

    @Test
    void whatWasAcknowledgedLateByTheFormerServerIsReported() throws SQLException {
        answer(new FenceLink.Reply(gtids("8-9"), gtids("1-7"), PRIMARY, false));
        answer(bySuccessor("1-7"));
        primary.committed(gtids("8"));
        link.relayLog = RelayLog.NONE;
        assertVoid(bySuccessor("1-7"));
        now += GRACE.toNanos();
        answer(new FenceLinkFixture().answer(bySuccessor("1-7")));
        assertEquals(gtids("8"), events.get(0).gtids());
    }

    @Test
    void whatWasRolledBackIsGoneAtOnceAndItsNumberMayBeUsedAgain() throws SQLException {
        answer(new FenceLink.Reply(gtids("8"), gtids("1-7"), PRIMARY, false));
        answer(executed("1-7"));
        assertEquals(gtids("8"), primary.losses().gone());
        assertEquals(GtidSet.empty(), primary.losses().lost());
        primary.committed(gtids("8"));
        assertEquals(GtidSet.empty(), primary.losses().gone());
    }

    @Test
    void whatIsOwnedByTheSuccessorIsNotLost() throws SQLException {
        answer(new FenceLink.Reply(gtids("6-7"), gtids("1-5"), SUCCESSOR, false));
        assertEquals(List.of(), events);
    }

    @Test
    void saysItNoSecondTimeWhenTheOldPrimaryComesBackAndGoesAgain() throws SQLException {
        answer(bySuccessor("1-5"));
        answer(executed("1-7"));
        assertEquals(GtidSet.empty(), primary.losses().gone(), "it has them");
        answer(bySuccessor("1-5"));
        assertEquals(gtids("6-7"), primary.losses().lost(), "floors that asked for them again are trimmed again");
        assertEquals(1, events.size());
    }

    @Test
    void commitThatWasAcknowledgedWhileAnotherServerAnsweredIsNotTakenAwayUnseen() throws SQLException {
        link.whileAsked = () -> primary.committed(gtids("8"));
        answer(bySuccessor("1-5"));
        assertEquals(gtids("1-5:8"), primary.known());
        assertEquals(gtids("6-7"), events.get(0).gtids());
    }

    @Test
    void oneServerUnderTwoAddressesLosesAWriteOnce() throws SQLException {
        Primary other = new Primary(new ServerAddress("10.0.0.1", 3306), () -> now, () -> {}, lostWrites);
        other.judge(1, link.answer(executed("1-6")));
        answer(bySuccessor("1-5"));
        other.judge(1, link.answer(bySuccessor("1-5")));
        assertEquals(1, events.size());
        assertEquals(gtids("6"), other.losses().lost());
    }

    private static FenceLink.Reply bySuccessor(String intervals) {
        return new FenceLink.Reply(GtidSet.empty(), gtids(intervals), SUCCESSOR, false);
    }

    private void answer(FenceLink.Reply reply) throws SQLException {
        answer(link.answer(reply));
    }

    private void answer(FenceLinkFixture answering) throws SQLException {
        assertInstanceOf(FenceOutcome.Answer.class, primary.judge(1, answering));
    }

    private void assertVoid(FenceLink.Reply reply) throws SQLException {
        assertVoid(link.answer(reply));
    }

    private void assertVoid(FenceLinkFixture answering) throws SQLException {
        FenceOutcome outcome = primary.judge(1, answering);
        assertTrue(assertInstanceOf(FenceOutcome.Failure.class, outcome).isVoid());
    }
}
