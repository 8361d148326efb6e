package io.github.readyourwrites.session;

import org.jspecify.annotations.Nullable;

/**
 * One open scope of a thread: a session, or the wish to read from the primary. Frames form a stack; tasks that a frame
 * is carried to share it with the thread that opened it. A frame counts, for whoever has it on top, until it is closed by
 * the thread that opened it; a frame around another counts until it is closed. Thread-safe.
 */
final class Frame {

    private final @Nullable RywSession session;

    private final boolean primaryRequested;

    private final ReadView view = new ReadView(this);

    private final Thread opener = Thread.currentThread();

    /** The nearest frame around this one that may still be open. */
    private volatile @Nullable Frame parent;

    private volatile boolean closed;

    private volatile @Nullable ConsistencyLevel level;

    Frame(@Nullable Frame parent, @Nullable RywSession session, boolean primaryRequested) {
        this.parent = parent;
        this.session = session;
        this.primaryRequested = primaryRequested;
        if (parent != null) {
            parent.openParent();
        }
    }

    @Nullable
    RywSession session() {
        return session;
    }

    ReadView view() {
        return view;
    }

    /** Whether this scope, or one around it, asks for the primary. */
    boolean isPrimaryRequested() {
        for (Frame each = this; each != null; each = each.openParent()) {
            if (each.primaryRequested) {
                return true;
            }
        }
        return false;
    }

    /** The innermost level that was required, or null. */
    @Nullable
    ConsistencyLevel level() {
        for (Frame each = this; each != null; each = each.openParent()) {
            if (each.level != null) {
                return each.level;
            }
        }
        return null;
    }

    void require(ConsistencyLevel required) {
        level = required;
    }

    void close() {
        closed = true;
    }

    /** Leaves closed frames out for good: sessions that overlap hand over hand must not form an endless chain. */
    private @Nullable Frame openParent() {
        Frame result = parent;
        while (result != null && result.closed) {
            result = result.parent;
        }
        parent = result;
        return result;
    }

    /**
     * This frame, or the nearest one around it that still counts. Closed elsewhere, a frame no longer counts for the
     * thread that opened it; a task it was carried to keeps it: such a task may outlive the scope.
     */
    static @Nullable Frame effective(@Nullable Frame frame) {
        Frame result = frame;
        while (result != null && result.closed && result.opener == Thread.currentThread()) {
            result = result.openParent();
        }
        return result;
    }
}
