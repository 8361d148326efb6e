package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.PendingMark;
import io.github.readyourwrites.gtid.GtidSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeyedFloorsTest {

    private static final int MAX_KEYS = 2;

    private static final long KEPT = 100;

    private final PrimaryFixture fixture = new PrimaryFixture();

    private final SessionFloor base = new SessionFloor(fixture.servers);

    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 10);

    private final KeyedFloors floors =
            new KeyedFloors(() -> new SessionFloor(fixture.servers), base, clock::get, MAX_KEYS, KEPT);

    @Test
    void keyHasOneFloorWhileOpenAndForAWhileAfter() {
        SessionFloor floor = floors.open("a");
        assertSame(floor, floors.open("a"));
        floors.close("a");
        floors.close("a");
        clock.addAndGet(KEPT - 1);
        assertSame(floor, floors.open("a"));
        assertNotSame(floor, floors.open("b"));
    }

    @Test
    void isForgottenAWhileAfterTheLastClose() {
        SessionFloor floor = floors.open("a");
        floors.open("a");
        floors.close("a");
        clock.addAndGet(KEPT);
        assertSame(floor, floors.open("a"), "still open");
        floors.close("a");
        floors.close("a");
        clock.addAndGet(KEPT);
        assertNotSame(floor, floors.open("a"));
        assertNull(base.find(fixture.primary), "its time was over");
    }

    @Test
    void closeAnewKeepsAnew() {
        SessionFloor floor = floors.open("a");
        floors.close("a");
        clock.addAndGet(KEPT - 1);
        floors.open("a");
        floors.close("a");
        clock.addAndGet(KEPT - 1);
        assertSame(floor, floors.open("a"));
    }

    @Test
    void pressureDropsTheOneClosedLongestAgoIntoTheBase() {
        SessionFloor first = floors.open("first");
        first.committed(PrimaryFixture.ADDRESS, gtids("1"));
        SessionFloor second = floors.open("second");
        second.committed(PrimaryFixture.ADDRESS, gtids("2"));
        floors.close("second");
        floors.close("first");
        floors.open("third");
        floors.open("fourth");
        assertEquals(gtids("2"), base.get(fixture.primary).position());
        assertNotSame(second, floors.open("second"));
    }

    @Test
    void pressureNeverDropsWhatIsOpen() {
        List<SessionFloor> opened = List.of(floors.open("a"), floors.open("b"), floors.open("c"), floors.open("d"));
        assertEquals(opened, List.of(floors.open("a"), floors.open("b"), floors.open("c"), floors.open("d")));
        assertEquals(4, floors.size());
    }

    @Test
    void marksAndTokensAreDroppedIntoTheBaseToo() {
        SessionFloor floor = floors.open("a");
        floor.marked(PrimaryFixture.ADDRESS);
        floor.carried().addAll(List.of(new TokenEntry(null, gtids("9"), false)));
        dropUnderPressure("a");
        assertTrue(base.get(fixture.primary).needsFence());
        assertEquals(floor.carried().entries(), base.carried().entries());
    }

    @Test
    void transactionThatCommitsAfterTheDropRaisesTheBase() {
        SessionFloor floor = floors.open("a");
        dropUnderPressure("a");
        floor.committed(PrimaryFixture.ADDRESS, gtids("7"));
        assertTrue(base.get(fixture.primary).position().contains(gtids("7")));
        base.get(fixture.primary).fenced(fixture.fence("1-9"));
        floor.marked(PrimaryFixture.ADDRESS);
        assertTrue(base.get(fixture.primary).needsFence());
    }

    @Test
    void pressureNeverDropsWhatHasMoreToSay() {
        SessionFloor floor = floors.open("a");
        PendingMark pending = floor.markPending(PrimaryFixture.ADDRESS);
        PendingMark writing = floor.writing(PrimaryFixture.ADDRESS);
        dropUnderPressure("a");
        pending.settle();
        floors.open("other");
        assertSame(floor, floors.open("a"), "its transaction is still open");
        floors.close("a");
        writing.settle();
        floors.open("another");
        floors.open("yet another");
        assertNotSame(floor, floors.open("a"));
    }

    @Test
    void manyClosesOfOneKeyTakeNoMoreRoomThanOne() {
        for (int i = 0; i < 1000; i++) {
            floors.open("a");
            floors.close("a");
        }
        assertEquals(1, floors.queued());
    }

    @Test
    void shorterTimeCountsForWhatIsClosedAlready() {
        SessionFloor floor = floors.open("a");
        floors.close("a");
        floors.keep(KEPT / 2);
        clock.addAndGet(KEPT / 2);
        assertNotSame(floor, floors.open("a"));
    }

    @Test
    void eachIsForgottenInItsTurn() {
        floors.open("a");
        floors.close("a");
        clock.addAndGet(1);
        floors.open("b");
        floors.close("b");
        clock.addAndGet(KEPT - 1);
        floors.close("c");
        assertEquals(1, floors.size());
        clock.addAndGet(1);
        floors.close("c");
        assertEquals(0, floors.size());
    }

    @Test
    void transactionThatCommitsAfterTheExpiryRaisesTheBase() {
        SessionFloor floor = floors.open("a");
        floor.committed(PrimaryFixture.ADDRESS, gtids("1"));
        floors.close("a");
        clock.addAndGet(KEPT);
        floors.open("b");
        assertEquals(
                GtidSet.empty(),
                base.find(fixture.primary) == null
                        ? GtidSet.empty()
                        : base.get(fixture.primary).position());
        floor.committed(PrimaryFixture.ADDRESS, gtids("7"));
        assertEquals(gtids("7"), base.get(fixture.primary).position());
    }

    private void dropUnderPressure(String key) {
        floors.close(key);
        for (int i = 0; i <= MAX_KEYS; i++) {
            floors.open("other " + i);
        }
    }
}
