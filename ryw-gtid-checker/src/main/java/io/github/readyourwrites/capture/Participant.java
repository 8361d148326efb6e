package io.github.readyourwrites.capture;

import org.jspecify.annotations.Nullable;

/** An observer that executed on a connection since its transaction began. Confined to its {@link ConnectionUnit}. */
final class Participant {

    private final WriteObserver observer;
    private @Nullable PendingMark pending;

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

    void settle() {
        PendingMark mark = pending;
        if (mark != null) {
            pending = null;
            mark.settle();
        }
    }
}
