package io.github.readyourwrites.session;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FrameTest {

    private final Frame outer = new Frame(null, null, true);

    private final Frame middle = new Frame(outer, null, false);

    private final Frame inner = new Frame(middle, null, false);

    @Test
    void closedFramesOfTheThreadNoLongerCount() {
        assertSame(inner, Frame.effective(inner));
        middle.close();
        assertSame(inner, Frame.effective(inner));
        inner.close();
        assertSame(outer, Frame.effective(inner));
        outer.close();
        assertNull(Frame.effective(inner));
        assertNull(Frame.effective(null));
    }

    @Test
    void taskThatAFrameWasCarriedToKeepsIt() throws ExecutionException, InterruptedException {
        Frame carried = inner.carried();
        inner.close();
        assertSame(carried, Frame.effective(carried), "on the thread that closed the original, too");
        FutureTask<@Nullable Frame> task = new FutureTask<>(() -> Frame.effective(carried));
        new Thread(task).start();
        assertSame(carried, task.get());
        assertSame(carried, carried.carried());
    }

    @Test
    void carriedFrameStandsInTheSameScopes() {
        Frame carried = inner.carried();
        assertTrue(carried.isPrimaryRequested());
        inner.require(ConsistencyLevel.STRONG);
        assertSame(ConsistencyLevel.STRONG, carried.level());
        carried.require(ConsistencyLevel.EVENTUAL);
        assertSame(ConsistencyLevel.EVENTUAL, inner.level());
        outer.close();
        assertFalse(carried.isPrimaryRequested());
        assertTrue(outer.carried().isPrimaryRequested());
    }

    @Test
    void innermostLevelCounts() {
        assertNull(inner.level());
        outer.require(ConsistencyLevel.STRONG);
        assertSame(ConsistencyLevel.STRONG, inner.level());
        middle.require(ConsistencyLevel.EVENTUAL);
        assertSame(ConsistencyLevel.EVENTUAL, inner.level());
        assertSame(ConsistencyLevel.STRONG, outer.level());
    }
}
