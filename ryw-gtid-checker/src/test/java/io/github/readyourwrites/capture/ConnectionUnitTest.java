package io.github.readyourwrites.capture;

import static io.github.readyourwrites.capture.Effect.NOTHING;
import static io.github.readyourwrites.capture.Effect.SAW;
import static io.github.readyourwrites.capture.Effect.UNSURE;
import static io.github.readyourwrites.capture.Effect.WROTE;
import static io.github.readyourwrites.capture.StatementKind.CONTROL;
import static io.github.readyourwrites.capture.StatementKind.INSERT;
import static io.github.readyourwrites.capture.StatementKind.OTHER;
import static io.github.readyourwrites.capture.StatementKind.PLAIN_READ;
import static io.github.readyourwrites.capture.StatementKind.ROLLBACK;
import static io.github.readyourwrites.capture.StatementKind.UPDATE;
import static io.github.readyourwrites.capture.StatementKind.XA_COMMIT;
import static io.github.readyourwrites.capture.StatementKind.XA_PREPARE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionUnitTest {

    private static final String SOURCE = "9e16138e-ec58-11f1-93e2-02fc00000001:";

    private final WriteObserverFixture alice = new WriteObserverFixture();
    private final WriteObserverFixture bob = new WriteObserverFixture();
    private final ConnectionUnit unit = new ConnectionUnit(new ServerAddress("primary", 3306), "app");

    @BeforeEach
    void connect() {
        unit.connected(7);
    }

    @Test
    void raisesTheObserverOfAnAutocommittedWrite() {
        unit.started(alice);
        commit("1");
        unit.finished(INSERT, WROTE, 1);
        assertEquals(List.of("committed 1"), alice.take());
    }

    @Test
    void reportsNothingToWhoWasServedBefore() {
        execute(alice, INSERT, WROTE, false);
        alice.take();
        unit.started(bob);
        commit("2");
        unit.finished(INSERT, WROTE, 1);
        assertEquals(List.of(), alice.take());
        assertEquals(List.of("committed 2"), bob.take());
    }

    @Test
    void marksAWriteWithoutPosition() {
        execute(alice, UPDATE, SAW, false);
        assertEquals(List.of("marked"), alice.take());
        execute(alice, OTHER, UNSURE, false);
        assertEquals(List.of("marked"), alice.take());
        execute(alice, INSERT, WROTE, false);
        assertEquals(List.of("marked"), alice.take());
    }

    @Test
    void marksWhatSawMoreThanItWroteBesideItsPosition() {
        unit.started(alice);
        commit("1");
        unit.finished(INSERT, SAW, 1);
        assertEquals(List.of("committed 1", "marked"), alice.take());
    }

    @Test
    void marksNothingForControlStatementsAndRows() {
        execute(alice, CONTROL, NOTHING, false);
        read(alice, false);
        assertEquals(List.of(), alice.take());
    }

    @Test
    void raisesWithoutMarkWhatATransactionWrote() {
        execute(alice, CONTROL, NOTHING, true);
        execute(alice, UPDATE, WROTE, true);
        assertEquals(List.of(), alice.take());
        unit.started(alice);
        commit("1");
        unit.finished(CONTROL, NOTHING, 1);
        assertEquals(List.of("committed 1"), alice.take());
    }

    @Test
    void raisesEveryoneWhoExecutedInTheTransaction() {
        execute(alice, UPDATE, WROTE, true);
        execute(bob, UPDATE, WROTE, true);
        WriteObserverFixture committer = new WriteObserverFixture();
        unit.started(committer);
        commit("1");
        unit.finished(CONTROL, NOTHING, 1);
        assertEquals(List.of("committed 1"), alice.take());
        assertEquals(List.of("committed 1"), bob.take());
        assertEquals(List.of("committed 1"), committer.take());
    }

    @Test
    void keepsAMarkPendingUntilItsTransactionEnds() {
        execute(alice, UPDATE, SAW, true);
        execute(alice, UPDATE, SAW, true);
        assertEquals(List.of("pending"), alice.take());
        execute(bob, UPDATE, WROTE, true);
        assertEquals(List.of(), alice.take());
        unit.started(bob);
        commit("1");
        unit.finished(CONTROL, NOTHING, 1);
        assertEquals(List.of("committed 1", "settled"), alice.take());
    }

    @Test
    void takesNoCommitForAnUnsureStatementInATransaction() {
        execute(alice, CONTROL, NOTHING, true);
        unit.started(alice);
        unit.answered(gtids("1"), true);
        unit.finished(OTHER, UNSURE, 1);
        assertEquals(List.of("committed 1", "pending"), alice.take());
    }

    @Test
    void marksEveryoneWhoseWritesAreRolledBack() {
        execute(alice, UPDATE, WROTE, true);
        execute(bob, PLAIN_READ, NOTHING, true);
        execute(bob, ROLLBACK, NOTHING, false);
        assertEquals(List.of("marked"), alice.take());
        assertEquals(List.of("marked"), bob.take());
    }

    @Test
    void marksNothingWhenNothingWasWrittenOrRolledBack() {
        execute(alice, CONTROL, NOTHING, true);
        read(alice, true);
        execute(alice, ROLLBACK, NOTHING, false);
        execute(alice, CONTROL, NOTHING, false);
        assertEquals(List.of(), alice.take());
    }

    @Test
    void marksWhatASavepointUndoes() {
        execute(alice, UPDATE, WROTE, true);
        execute(bob, ROLLBACK, NOTHING, true);
        assertEquals(List.of("pending"), alice.take());
        unit.started(bob);
        commit("1");
        assertEquals(List.of("committed 1", "settled"), alice.take());
    }

    @Test
    void marksAFailedWrite() {
        unit.started(alice);
        unit.failed(INSERT, false);
        assertEquals(List.of("marked"), alice.take());
    }

    @Test
    void marksNothingForAFailedRead() {
        unit.started(alice);
        unit.failed(PLAIN_READ, false);
        assertEquals(List.of(), alice.take());
    }

    @Test
    void marksEveryoneWhenAStatementFailsAfterWrites() {
        execute(alice, UPDATE, WROTE, true);
        unit.started(bob);
        unit.failed(PLAIN_READ, false);
        assertEquals(List.of("pending"), alice.take());
        assertEquals(List.of("pending"), bob.take());
        read(bob, false);
        assertEquals(List.of("marked", "settled"), alice.take());
    }

    @Test
    void raisesOnGtidsThatArriveWhileRowsAreStreamed() {
        execute(bob, UPDATE, WROTE, true);
        unit.started(alice);
        unit.gaveRows(true);
        assertEquals(List.of(), alice.take());
        unit.answered(gtids("1"), false);
        assertEquals(List.of("committed 1"), alice.take());
        assertEquals(List.of("committed 1"), bob.take());
    }

    @Test
    void remembersTheTransactionWhileRowsAreStreamed() {
        execute(alice, UPDATE, WROTE, true);
        unit.started(bob);
        unit.gaveRows(true);
        unit.answered(null, true);
        unit.started(bob);
        commit("1");
        assertEquals(List.of("committed 1"), alice.take());
    }

    @Test
    void remembersWhoStreamsWhenTheNextStatementDrainsTheRows() {
        unit.started(alice);
        unit.gaveRows(true);
        unit.started(bob);
        unit.answered(gtids("1"), false);
        assertEquals(List.of("committed 1"), alice.take());
    }

    @Test
    void countsOneCommitForEachPartOfAMultiStatement() {
        unit.started(alice);
        commit("1");
        commit("2");
        unit.finished(UPDATE, WROTE, 2);
        assertEquals(List.of("committed 1", "committed 2"), alice.take());
        unit.started(alice);
        commit("3");
        unit.answered(null, false);
        unit.finished(UPDATE, WROTE, 2);
        assertEquals(List.of("committed 3", "marked"), alice.take());
    }

    @Test
    void keepsParticipantsWhenACommitChains() {
        execute(alice, UPDATE, WROTE, true);
        unit.started(bob);
        unit.answered(gtids("1"), true);
        unit.finished(CONTROL, NOTHING, 1);
        unit.started(bob);
        commit("2");
        assertEquals(List.of("committed 1", "committed 2"), alice.take());
    }

    @Test
    void raisesThePreparersOfABranchThatTheServerDetaches() {
        execute(alice, UPDATE, WROTE, true);
        unit.started(alice);
        commit("1");
        unit.finished(XA_PREPARE, NOTHING, 0);
        unit.started(bob);
        commit("2");
        unit.finished(XA_COMMIT, UNSURE, 1);
        assertEquals(List.of("committed 1", "committed 2"), alice.take());
        execute(bob, CONTROL, NOTHING, false);
        unit.started(bob);
        commit("3");
        assertEquals(List.of(), alice.take());
    }

    @Test
    void forgetsThePreparersOfABranchThatIsNotCommittedNext() {
        execute(alice, UPDATE, WROTE, true);
        unit.started(alice);
        commit("1");
        unit.finished(XA_PREPARE, NOTHING, 0);
        read(alice, false);
        unit.started(bob);
        commit("2");
        assertEquals(List.of("committed 1"), alice.take());
    }

    @Test
    void marksEveryParticipantOfWhatTheTrackerMissed() {
        execute(alice, UPDATE, WROTE, true);
        unit.started(bob);
        unit.missed();
        assertEquals(List.of("pending"), alice.take());
        assertEquals(List.of("pending"), bob.take());
    }

    private void execute(WriteObserver observer, StatementKind kind, Effect effect, boolean inTransaction) {
        unit.started(observer);
        unit.answered(null, inTransaction);
        unit.finished(kind, effect, 1);
    }

    private void read(WriteObserver observer, boolean inTransaction) {
        unit.started(observer);
        unit.answered(null, inTransaction);
        unit.gaveRows(true);
    }

    private void commit(String interval) {
        unit.answered(gtids(interval), false);
    }

    private static GtidSet gtids(String interval) {
        return GtidSet.parse(SOURCE + interval);
    }
}
