package io.github.readyourwrites.session;

import io.github.readyourwrites.capture.PendingMark;
import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.capture.WriteObserver;
import io.github.readyourwrites.gtid.GtidSet;

/**
 * What one session of a key writes, in the floor that all of the key share. What it writes after its close (a transaction
 * may outlive it, a task may go on) is saved to the token store at once: the close of another one may be far. Thread-safe.
 */
final class KeyedWrites implements WriteObserver {

    private final SessionFloor floor;

    private volatile boolean closed;

    KeyedWrites(SessionFloor floor) {
        this.floor = floor;
    }

    /** To be called before the session is saved. */
    void close() {
        closed = true;
    }

    @Override
    public void committed(ServerAddress server, GtidSet gtids) {
        floor.committed(server, gtids);
        changed();
    }

    @Override
    public void marked(ServerAddress server) {
        floor.marked(server);
        changed();
    }

    @Override
    public PendingMark markPending(ServerAddress server) {
        return pending(floor.markPending(server));
    }

    @Override
    public PendingMark writing(ServerAddress server) {
        return pending(floor.writing(server));
    }

    @Override
    public void commitUnknown(ServerAddress server, long connectionId, String username) {
        floor.commitUnknown(server, connectionId, username);
        changed();
    }

    private PendingMark pending(PendingMark mark) {
        changed();
        return () -> {
            mark.settle();
            changed();
        };
    }

    /** The floor has counted the change: a close from now on saves it. */
    private void changed() {
        StoredSession stored = closed ? floor.stored() : null;
        if (stored != null) {
            stored.changedAfterClose();
        }
    }
}
