package io.github.readyourwrites.capture;

import org.jspecify.annotations.Nullable;

/** An observer that executed on a connection since its transaction began. Confined to its {@link ConnectionUnit}. */
final class Participant {

    private final WriteObserver observer;
    private @Nullable PendingMark pending;
    private @Nullable PendingMark writing;

    Participant(WriteObserver observer) {
        this.observer = observer;
    }

    WriteObserver observer() {
        return observer;
    }

    /** One pending mark is enough, since it stays to the transaction's end. */
    void markPending(ServerAddress server) {
        if (pending == null) {
            pending = observer.markPending(server);
        }
    }

    /** One handle is enough, since it stays to the transaction's end. */
    void writing(ServerAddress server) {
        if (writing == null) {
            writing = observer.writing(server);
        }
    }

    void settle() {
        settle(pending);
        settle(writing);
        pending = null;
        writing = null;
    }

    private static void settle(@Nullable PendingMark mark) {
        if (mark != null) {
            mark.settle();
        }
    }
}
