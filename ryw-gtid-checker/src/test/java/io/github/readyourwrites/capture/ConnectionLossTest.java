package io.github.readyourwrites.capture;

import static io.github.readyourwrites.capture.Effect.NOTHING;
import static io.github.readyourwrites.capture.Effect.SAW;
import static io.github.readyourwrites.capture.Effect.WROTE;
import static io.github.readyourwrites.capture.StatementKind.CALL;
import static io.github.readyourwrites.capture.StatementKind.CONTROL;
import static io.github.readyourwrites.capture.StatementKind.INSERT;
import static io.github.readyourwrites.capture.StatementKind.PLAIN_READ;
import static io.github.readyourwrites.capture.StatementKind.UPDATE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConnectionLossTest {

    private final WriteObserverFixture alice = new WriteObserverFixture();
    private final WriteObserverFixture bob = new WriteObserverFixture();
    private final ConnectionUnit unit = new ConnectionUnit(new ServerAddress("primary", 3306), "app");

    @BeforeEach
    void connect() {
        unit.connected(7);
    }

    @Test
    void reportsABrokenCommitToEveryParticipant() {
        execute(alice, UPDATE, WROTE, true);
        execute(bob, UPDATE, SAW, true);
        bob.take();
        unit.started(bob);
        unit.failed(CONTROL, true);
        assertEquals(List.of("unknown 7"), alice.take());
        assertEquals(List.of("unknown 7", "settled"), bob.take());
        unit.destroyed(true);
        assertEquals(List.of(), alice.take());
        assertEquals(List.of(), bob.take());
    }

    @Test
    void reportsABrokenConnectionThatIsOnlyDestroyed() {
        unit.started(alice);
        unit.destroyed(true);
        assertEquals(List.of("unknown 7"), alice.take());
    }

    @Test
    void reportsAFailureThatMayHaveBeenABreakOnceTheConnectionIsDestroyed() {
        unit.started(alice);
        unit.failed(CALL, false);
        unit.destroyed(true);
        assertEquals(List.of("marked", "unknown 7"), alice.take());
    }

    @Test
    void reportsABreakWhileRowsThatMayCommitAreStreamed() {
        unit.started(alice);
        unit.gaveRows(true);
        unit.destroyed(true);
        assertEquals(List.of("unknown 7"), alice.take());
    }

    @Test
    void marksWhatABrokenConnectionRollsBack() {
        execute(alice, UPDATE, WROTE, true);
        unit.started(bob);
        unit.failed(PLAIN_READ, true);
        assertEquals(List.of("marked"), alice.take());
        execute(alice, UPDATE, SAW, true);
        unit.destroyed(true);
        assertEquals(List.of("pending", "settled"), alice.take());
    }

    @Test
    void reportsNothingWhenAnIdleConnectionIsClosedOrBreaks() {
        execute(alice, CONTROL, NOTHING, false);
        unit.destroyed(true);
        assertEquals(List.of(), alice.take());
    }

    @Test
    void reportsNothingWhenAConnectionIsClosedAfterAFailure() {
        unit.started(alice);
        unit.failed(INSERT, false);
        alice.take();
        unit.destroyed(false);
        assertEquals(List.of(), alice.take());
    }

    @Test
    void reportsNothingWhenAControlStatementBreaksOutsideATransaction() {
        unit.started(alice);
        unit.failed(CONTROL, true);
        assertEquals(List.of(), alice.take());
    }

    @Test
    void endsTheTransactionOfASessionThatWasReplaced() {
        execute(alice, UPDATE, WROTE, true);
        unit.connected(8);
        assertEquals(List.of("marked"), alice.take());
        unit.started(bob);
        unit.failed(UPDATE, true);
        assertEquals(List.of("unknown 8"), bob.take());
        assertEquals(List.of(), alice.take());
    }

    private void execute(WriteObserver observer, StatementKind kind, Effect effect, boolean inTransaction) {
        unit.started(observer);
        unit.answered(null, inTransaction);
        unit.finished(kind, effect, 1);
    }
}
