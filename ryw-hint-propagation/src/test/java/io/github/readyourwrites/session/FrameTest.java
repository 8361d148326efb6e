package io.github.readyourwrites.session;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

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
        inner.close();
        FutureTask<@Nullable Frame> task = new FutureTask<>(() -> Frame.effective(inner));
        new Thread(task).start();
        assertSame(inner, task.get());
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
