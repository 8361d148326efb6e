package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.PendingMark;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceFixture;
import io.github.readyourwrites.replica.SendingsFixture;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class FloorTest {

    private final PrimaryFixture fixture = new PrimaryFixture();

    private final Floor floor = new Floor(fixture.primary, fixture.servers.tickets());

    @Test
    void beginsEmpty() {
        assertTrue(floor.isEmpty());
        assertFalse(floor.needsFence());
        assertFalse(floor.toTokenEntry().marked());
    }

    @Test
    void positionOnlyGrows() {
        floor.raise(gtids("1-5"));
        floor.raise(gtids("3"));
        floor.raise(gtids("8"));
        assertEquals(gtids("1-5:8"), floor.position());
        assertFalse(floor.isEmpty());
    }

    @Test
    void fenceSentBeforeTheMarkDoesNotCloseIt() {
        long early = SendingsFixture.send(fixture.servers);
        floor.mark();
        floor.fenced(PrimaryFixture.fence(early, "1-5"));
        assertTrue(floor.needsFence());
        floor.fenced(fixture.fence("1-6"));
        assertFalse(floor.needsFence());
        assertEquals(gtids("1-6"), floor.position());
    }

    @Test
    void markMadeWhileAFenceIsInFlightStaysOpen() {
        floor.mark();
        long sent = SendingsFixture.send(fixture.servers);
        floor.mark();
        floor.fenced(PrimaryFixture.fence(sent, "1-5"));
        assertTrue(floor.needsFence());
        assertEquals(sent, floor.fenceAfter());
    }

    @Test
    void laterMarkIsOpenAgain() {
        floor.mark();
        floor.fenced(fixture.fence("1-5"));
        floor.mark();
        assertTrue(floor.needsFence());
    }

    @Test
    void pendingMarkIsNotClosedByAFenceOfItsTransaction() {
        PendingMark pending = floor.markPending();
        floor.fenced(fixture.fence("1-5"));
        assertTrue(floor.needsFence());
        pending.settle();
        assertTrue(floor.needsFence());
        floor.fenced(fixture.fence("1-6"));
        assertFalse(floor.needsFence());
    }

    @Test
    void whilePendingEachReadNeedsAFenceOfItsOwn() {
        PendingMark pending = floor.markPending();
        floor.fenced(fixture.fence("1-5"));
        assertEquals(fixture.servers.tickets().now(), floor.fenceAfter());
        long latest = SendingsFixture.send(fixture.servers);
        assertEquals(latest, floor.fenceAfter());
        pending.settle();
        SendingsFixture.send(fixture.servers);
        assertEquals(latest, floor.fenceAfter(), "from its end on it is as old as its end");
    }

    @Test
    void eachPendingMarkCountsOnce() {
        PendingMark first = floor.markPending();
        PendingMark second = floor.markPending();
        first.settle();
        first.settle();
        floor.fenced(fixture.fence("1-5"));
        assertTrue(floor.needsFence());
        second.settle();
        floor.fenced(fixture.fence("1-6"));
        assertFalse(floor.needsFence());
    }

    @Test
    void fenceThatNobodyNeededRaisesNothing() {
        floor.fenced(fixture.fence("1-5"));
        assertTrue(floor.isEmpty());
    }

    @Test
    void openWriteIsUncertainWithoutAFence() {
        PendingMark writing = floor.writing();
        assertTrue(floor.toTokenEntry().marked());
        assertFalse(floor.needsFence());
        writing.settle();
        assertFalse(floor.toTokenEntry().marked());
    }

    @Test
    void untrackedPrimaryIsUncertain() {
        fixture.primary.setUntracked();
        assertTrue(floor.toTokenEntry().marked());
    }

    @Test
    void joinTakesOverPositionAndMark() {
        Floor heir = new Floor(fixture.primary, fixture.servers.tickets());
        heir.raise(gtids("1"));
        floor.raise(gtids("5"));
        heir.join(floor);
        assertEquals(gtids("1:5"), heir.position());
        assertFalse(heir.needsFence());
        floor.mark();
        heir.join(floor);
        assertTrue(heir.needsFence());
    }

    @Test
    void isShortenedByRoundingUpOnly() {
        fixture.primary.identify(PrimaryFixture.UUID_ONE, gtids("1-1000"));
        GtidSet written = GtidSet.empty();
        for (int i = 2; i <= 1000; i += 2) {
            written = written.union(gtids(String.valueOf(i)));
            floor.raise(gtids(String.valueOf(i)));
            assertTrue(floor.position().contains(written));
            assertTrue(floor.position().intervalCount() <= 16, floor.position()::toString);
        }
        assertTrue(gtids("1-1000").contains(floor.position()));
    }

    @Test
    void numberThatIsUsedAgainAfterARollbackStaysInTheFloor() throws SQLException {
        SessionFloor session = new SessionFloor(fixture.servers);
        rollBack("11");
        session.committed(PrimaryFixture.ADDRESS, gtids("11"));
        Floor own = session.get(fixture.primary);
        assertEquals(gtids("11"), trimmed(own));
    }

    @Test
    void numberThatAnotherInstanceMayHaveUsedAgainAsksThePrimary() throws SQLException {
        rollBack("11");
        floor.raise(gtids("11"));
        assertTrue(floor.needsFence());
        assertEquals(GtidSet.empty(), trimmed(floor));
    }

    /** Seen owned, then not at all. */
    private void rollBack(String intervals) throws SQLException {
        fixture.primary.identify(PrimaryFixture.UUID_ONE, gtids("1-10"));
        FenceFixture.answer(fixture.servers, fixture.primary, PrimaryFixture.UUID_ONE, gtids("1-10"), gtids(intervals));
        FenceFixture.answer(fixture.servers, fixture.primary, PrimaryFixture.UUID_ONE, gtids("1-10"), GtidSet.empty());
    }

    /** What reads ask for. */
    private static GtidSet trimmed(Floor floor) {
        if (floor.mayHaveLost()) {
            floor.trim();
        }
        return floor.position();
    }
}
