package io.github.readyourwrites.session;

import org.jspecify.annotations.Nullable;

/**
 * What a thread has open: its session, its wish to read from the primary, and, under {@link SessionlessScope#THREAD}, its
 * floor. For what carries it to other threads. Immutable; what it refers to is shared by all who have it, so that a task's
 * writes raise the floor of whoever handed it out.
 */
public final class ThreadState {

    private static final ThreadState NOTHING = new ThreadState(null, null);

    private final @Nullable Frame frame;

    private final @Nullable SessionFloor threadFloor;

    private ThreadState(@Nullable Frame frame, @Nullable SessionFloor threadFloor) {
        this.frame = frame;
        this.threadFloor = threadFloor;
    }

    /** The state of a thread that has nothing open. */
    public static ThreadState nothing() {
        return NOTHING;
    }

    /** What the calling thread has open, to be handed on; a thread with a floor of its own gets it at the latest here. */
    public static ThreadState capture() {
        SessionRegistry.enterStatement();
        return ofThread();
    }

    static ThreadState ofThread() {
        ThreadScope scope = ThreadScope.current();
        Frame frame = scope.frame();
        SessionFloor threadFloor = scope.floor();
        return frame == null && threadFloor == null ? NOTHING : new ThreadState(frame, threadFloor);
    }

    public boolean isEmpty() {
        return frame == null && threadFloor == null;
    }

    /** Gives it to the task that the calling thread runs now, for which it counts even if its scopes are closed. */
    public void carry() {
        install(frame == null ? null : frame.carried());
    }

    /** Brings back, on the thread that it was captured on, what was there. */
    public void restore() {
        install(frame);
    }

    private void install(@Nullable Frame top) {
        ThreadScope scope = ThreadScope.current();
        scope.setFrame(top);
        scope.setFloor(threadFloor);
    }
}
