package io.github.readyourwrites.session;

import org.jspecify.annotations.Nullable;

/**
 * One open scope of a thread: a session, or the wish to read from the primary. Frames form a stack; tasks that a frame
 * is carried to share it with the thread that opened it.
 */
final class Frame {

    private final @Nullable Frame parent;

    private final @Nullable RywSession session;

    private final boolean primaryRequested;

    private final Thread opener = Thread.currentThread();

    private volatile boolean closed;

    private volatile @Nullable ConsistencyLevel level;

    Frame(@Nullable Frame parent, @Nullable RywSession session, boolean primaryRequested) {
        this.parent = parent;
        this.session = session;
        this.primaryRequested = primaryRequested;
    }

    @Nullable
    RywSession session() {
        return session;
    }

    boolean isPrimaryRequested() {
        return primaryRequested;
    }

    @Nullable
    Frame parent() {
        return parent;
    }

    /** The innermost level that was required, or null. */
    @Nullable
    ConsistencyLevel level() {
        ConsistencyLevel result = level;
        return result != null || parent == null ? result : parent.level();
    }

    void require(ConsistencyLevel required) {
        level = required;
    }

    void close() {
        closed = true;
    }

    /**
     * This frame, or the nearest one around it that still counts. Closed elsewhere, a frame no longer counts for the
     * thread that opened it; a task it was carried to keeps it: such a task may outlive the scope.
     */
    static @Nullable Frame effective(@Nullable Frame frame) {
        Frame result = frame;
        while (result != null && result.closed && result.opener == Thread.currentThread()) {
            result = result.parent;
        }
        return result;
    }
}
