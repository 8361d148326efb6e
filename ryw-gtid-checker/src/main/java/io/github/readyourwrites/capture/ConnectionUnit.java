package io.github.readyourwrites.capture;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one physical connection owes to whom: the observers that executed on it since its transaction began, what they
 * wrote that is not committed, and what they are told when. Knows nothing of Connector/J.
 *
 * <p>Thread-safe by one lock, because a connection may be destroyed on another thread; observers are called under it,
 * and they never block. The state of the transaction is the one in the server's last answer, never the driver's flag,
 * which is false while a result set is being streamed and after a ping.
 */
final class ConnectionUnit {

    private final ServerAddress server;
    private final String username;
    private final List<Participant> participants = new ArrayList<>(1);
    private @Nullable Participant current;
    private long connectionId;
    private boolean inTransaction;
    /** The open transaction wrote rows; its commit will tell the position. */
    private boolean pendingWrite;
    /** A branch was prepared; its commit may follow when the server no longer counts it as an open transaction. */
    private boolean prepared;
    /** A statement is out, or its rows are still arriving, and it may commit. */
    private boolean inDoubt;
    /** The rows of the last statement are still arriving. */
    private boolean streaming;

    private boolean answered;
    private int commits;

    ConnectionUnit(ServerAddress server, String username) {
        this.server = server;
        this.username = username;
    }

    /** A server session has begun; one that was there before, under the same connection (autoReconnect), is lost. */
    synchronized void connected(long threadId) {
        lost();
        connectionId = threadId;
    }

    /** A statement is about to be sent on behalf of an observer; until its end is known it may have committed. */
    synchronized void started(WriteObserver observer) {
        if (!inTransaction && !streaming && !prepared) {
            begin(observer);
        } else {
            join(observer);
        }
        inDoubt = true;
        answered = false;
        commits = 0;
    }

    /** The server's answer to a statement, or to one part of it, has arrived, possibly long after the statement. */
    synchronized void answered(@Nullable GtidSet gtids, boolean nowInTransaction) {
        answered = true;
        if (streaming) {
            streaming = false;
            inDoubt = false;
        }
        if (gtids != null) {
            commits++;
            for (Participant each : participants) {
                each.observer().committed(server, gtids);
            }
        }
        boolean ended = inTransaction && !nowInTransaction;
        inTransaction = nowInTransaction;
        if (ended) {
            end(gtids != null);
        }
    }

    /**
     * A statement gave rows.
     *
     * @param endIsAnnounced whether {@link #answered} is called once the last row is there
     */
    synchronized void gaveRows(boolean endIsAnnounced) {
        streaming = endIsAnnounced && !answered;
        inDoubt &= streaming;
        prepared = false;
    }

    /**
     * A statement gave no rows.
     *
     * @param statements how many commits would account for its effect, if it ran outside a transaction
     */
    synchronized void finished(StatementKind kind, Effect effect, int statements) {
        inDoubt = false;
        prepared = kind == StatementKind.XA_PREPARE;
        if (kind == StatementKind.ROLLBACK && inTransaction && pendingWrite) {
            // To a savepoint: what is undone has been seen, and the commit will not tell.
            markEveryPending();
        }
        boolean accountedFor = !inTransaction && commits >= statements;
        switch (effect) {
            case NOTHING -> {}
            case WROTE -> {
                if (inTransaction) {
                    pendingWrite = true;
                    writing();
                } else if (!accountedFor) {
                    mark();
                }
            }
            case UNSURE -> {
                if (!accountedFor) {
                    mark();
                }
            }
            case SAW -> mark();
        }
    }

    /** The server answered with an error, or the connection broke. */
    synchronized void failed(StatementKind kind, boolean broken) {
        streaming = false;
        prepared = false;
        inDoubt = kind.mayCommit(inTransaction);
        if (broken) {
            lost();
        } else if (inTransaction && pendingWrite) {
            // A deadlock undoes the whole transaction, and DDL commits it before it fails; neither is announced.
            markEveryPending();
        } else if (kind != StatementKind.PLAIN_READ) {
            mark();
        }
    }

    /** The connection is gone, or nobody can reach it any more. */
    synchronized void destroyed(boolean broken) {
        inDoubt &= broken;
        lost();
        participants.clear();
        current = null;
    }

    /** The tracker failed and does not know what it missed. */
    synchronized void missed() {
        for (Participant each : participants) {
            if (inTransaction) {
                each.markPending(server);
            } else {
                each.observer().marked(server);
            }
        }
    }

    private void begin(WriteObserver observer) {
        if (participants.size() != 1 || participants.get(0).observer() != observer) {
            participants.clear();
            current = new Participant(observer);
            participants.add(current);
        }
    }

    private void join(WriteObserver observer) {
        for (Participant each : participants) {
            if (each.observer() == observer) {
                current = each;
                return;
            }
        }
        current = new Participant(observer);
        participants.add(current);
    }

    private void mark() {
        if (current == null) {
            return;
        }
        if (inTransaction) {
            current.markPending(server);
        } else {
            current.observer().marked(server);
        }
    }

    private void writing() {
        if (current != null) {
            current.writing(server);
        }
    }

    private void markEveryPending() {
        for (Participant each : participants) {
            each.markPending(server);
        }
    }

    private void lost() {
        if (inDoubt) {
            for (Participant each : participants) {
                each.observer().commitUnknown(server, connectionId, username);
            }
        }
        boolean mayBeCommitted = inDoubt;
        inDoubt = false;
        inTransaction = false;
        end(mayBeCommitted);
    }

    private void end(boolean committed) {
        boolean unaccounted = pendingWrite && !committed;
        pendingWrite = false;
        for (Participant each : participants) {
            if (unaccounted) {
                each.observer().marked(server);
            }
            each.settle();
        }
    }
}
