package io.github.readyourwrites.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AbandonedConnectionsTest {

    private final AbandonedConnections connections = new AbandonedConnections();
    private final WriteObserverFixture observer = new WriteObserverFixture();
    private final ConnectionUnit unit = new ConnectionUnit(new ServerAddress("primary", 3306), "app");
    private final Object connection = new Object();
    private final AbandonedConnections.Entry entry = connections.watch(connection, unit);

    @BeforeEach
    void leaveATransactionOpen() {
        unit.started(observer);
        unit.answered(null, true);
        unit.finished(StatementKind.UPDATE, Effect.SAW, 1);
        assertEquals(List.of("pending"), observer.take());
    }

    @Test
    void endsTheTransactionOfACollectedConnection() {
        connections.sweep();
        assertEquals(List.of(), observer.take());
        // What the garbage collector does.
        entry.enqueue();
        connections.sweep();
        assertEquals(List.of("settled"), observer.take());
    }

    @Test
    void leavesClosedConnectionsAlone() {
        entry.forget();
        entry.enqueue();
        connections.sweep();
        assertEquals(List.of(), observer.take());
    }
}
