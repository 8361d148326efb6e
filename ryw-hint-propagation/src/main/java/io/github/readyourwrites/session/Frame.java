package io.github.readyourwrites.session;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One open scope of a thread: a session, or the wish to read from the primary. Frames form a stack. A frame counts on the
 * thread that opened it until it is closed; a task has a {@linkplain #carried() carried} one, which counts as long as the
 * task has it; a frame around another counts until it is closed. Thread-safe.
 */
final class Frame {

    private final @Nullable RywSession session;

    private final boolean primaryRequested;

    private final ReadView view = new ReadView(this);

    /** The thread that closes it; null in a task, which may outlive the scope on any thread, the opener's too. */
    private final @Nullable Thread opener;

    private final AtomicReference<@Nullable ConsistencyLevel> level;

    /** The nearest frame around this one that may still be open. */
    private volatile @Nullable Frame parent;

    private volatile boolean closed;

    /** To be made by the thread that closes it. */
    Frame(@Nullable Frame parent, @Nullable RywSession session, boolean primaryRequested) {
        this.parent = parent;
        this.session = session;
        this.primaryRequested = primaryRequested;
        opener = Thread.currentThread();
        level = new AtomicReference<>();
        if (parent != null) {
            parent.openParent();
        }
    }

    private Frame(Frame origin) {
        parent = origin.openParent();
        session = origin.session;
        primaryRequested = origin.primaryRequested;
        opener = null;
        level = origin.level;
    }

    /** The same scope for a task: closing the original does not end it, and a level required in either is that of both. */
    Frame carried() {
        return opener == null ? this : new Frame(this);
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
            ConsistencyLevel result = each.level.get();
            if (result != null) {
                return result;
            }
        }
        return null;
    }

    void require(ConsistencyLevel required) {
        level.set(required);
    }

    void close() {
        closed = true;
    }

    /** A read in this scope, and so in those around it, may have been stale. */
    void readStale() {
        RywSession counted = null;
        for (Frame each = this; each != null; each = each.openParent()) {
            // A scope that asks for the primary has the session around it.
            if (each.session != null && each.session != counted) {
                counted = each.session;
                counted.readStale();
            }
        }
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
     * This frame, or the nearest one around it that still counts on the calling thread: closed, on whatever thread, it no
     * longer counts for the one that opened it.
     */
    static @Nullable Frame effective(@Nullable Frame frame) {
        Frame result = frame;
        while (result != null && result.closed && result.opener == Thread.currentThread()) {
            result = result.openParent();
        }
        return result;
    }
}
