package io.github.readyourwrites.capture;

import io.github.readyourwrites.gtid.GtidSet;

/**
 * A session (or the JVM outside any session) whose later reads must see what a connection did.
 *
 * <p>Implementations are thread-safe, never block and never throw: they are called from within Connector/J, while the
 * connection's lock is held. A connection may report to an observer long after the session behind it was closed, since
 * a transaction can outlive the block that opened the session.
 */
public interface WriteObserver {

    /** A commit on the server produced these GTIDs. */
    void committed(ServerAddress server, GtidSet gtids);

    /** The observer saw or changed the server's state up to now, without learning a position. */
    void marked(ServerAddress server);

    /**
     * As {@link #marked}, inside a transaction that is still open: the mark stays until the returned handle is settled.
     */
    PendingMark markPending(ServerAddress server);

    /**
     * A transaction has written and is still open: until the returned handle is settled, a position handed on is not all
     * that the observer's next reads will have to see.
     */
    PendingMark writing(ServerAddress server);

    /**
     * A commit was sent and its connection broke: it may still happen, or already have happened.
     *
     * @param connectionId the server's thread id of the broken connection, as in its process list
     * @param username the connection's account: the process list shows it to the same account, or to one with the
     *     PROCESS privilege
     */
    void commitUnknown(ServerAddress server, long connectionId, String username);
}
