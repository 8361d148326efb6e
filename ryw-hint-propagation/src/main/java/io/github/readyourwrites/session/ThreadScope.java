package io.github.readyourwrites.session;

import org.jspecify.annotations.Nullable;

/**
 * What one thread has open, and where its last read was sent, for {@link RywSession#lastDecision()}. Confined to its
 * thread, which may keep it to save the look-up.
 */
public final class ThreadScope {

    private @Nullable Frame frame;

    /** Under {@link SessionlessScope#THREAD}. */
    private @Nullable SessionFloor floor;

    private @Nullable RouteDecision lastDecision;

    ThreadScope() {}

    /** The calling thread's one. */
    public static ThreadScope current() {
        return SessionRegistry.threadScope();
    }

    /** What the thread's next read has to respect. */
    public ReadView view() {
        Frame open = frame();
        return open == null ? ReadView.SESSIONLESS : open.view();
    }

    /** Remembers where a read was sent instead of what was there before. */
    public void decided(@Nullable RouteDecision decision) {
        lastDecision = decision;
    }

    /** A read of this thread may be stale, since the user allowed that: its session counts it. */
    public void readStale() {
        Frame open = frame();
        if (open != null) {
            open.readStale();
        }
    }

    @Nullable
    RouteDecision lastDecision() {
        return lastDecision;
    }

    @Nullable
    Frame frame() {
        return Frame.effective(frame);
    }

    void setFrame(@Nullable Frame top) {
        frame = top;
    }

    @Nullable
    SessionFloor floor() {
        return floor;
    }

    void setFloor(@Nullable SessionFloor ofThread) {
        floor = ofThread;
    }
}
