package io.github.readyourwrites.session;

import io.github.readyourwrites.capture.PendingMark;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.FenceOutcome;
import io.github.readyourwrites.replica.Losses;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Tickets;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What the reads of one session must see of one primary: a position, and marks for what was seen or changed without
 * learning a position. The position only grows but for what its primary lost; it is shortened by rounding up, never by
 * dropping.
 *
 * <p>A mark keeps the ticket of its making. It is open until a fence with a later ticket has been answered and the
 * answer is in the position; a pending mark takes its ticket when its transaction ends.
 *
 * <p>Thread-safe, never blocks. Writers serialise on the floor; readers see position and marks without a lock, the
 * position at least as new as the marks' being closed.
 */
public final class Floor {

    private final Primary primary;

    private final Tickets tickets;

    private volatile GtidSet position = GtidSet.empty();

    /** Ticket of the latest mark, -1 without one. */
    private volatile long markedAt = -1;

    /** Ticket of the latest fence whose answer is in the position. */
    private volatile long fencedAt;

    private volatile @Nullable LastRead lastRead;

    /** Ticket of the latest read from a replica of which nobody knows what it showed; -1 without one. */
    private volatile long unseenAt = -1;

    private volatile int pendingMarks;

    private volatile int openWrites;

    /** The primary's losses that the position is free of; null once it may have got some again. */
    private volatile @Nullable Losses freeOf;

    Floor(Primary primary, Tickets tickets) {
        this.primary = primary;
        this.tickets = tickets;
        freeOf = primary.losses();
    }

    /** Which replica was read from last; null before the first, and where nobody asked for monotonic reads. */
    public @Nullable LastRead lastRead() {
        return lastRead;
    }

    /**
     * A read of the session ended on a replica.
     *
     * @param goesOn whether the replica is known to have had all that {@code before} had seen
     * @param before what was the last read when this one began
     */
    public synchronized void readOn(boolean goesOn, @Nullable LastRead before, LastRead read) {
        LastRead last = lastRead;
        boolean together = last != null && last.isOf(read.server());
        if (!together && (!goesOn || !Objects.equals(last, before))) {
            // Only the primary can tell what has all that both had seen.
            unseenAt = mark();
        }
        if (last == null || !together || last.endNanos() - read.endNanos() < 0) {
            lastRead = read;
        }
    }

    /** A read of the session ended on the primary. */
    public void readOnPrimary() {
        mark();
    }

    /** A read of the session ended on a replica of which nothing is known any more. */
    public synchronized void readUnseen() {
        unseenAt = mark();
    }

    /** Whether reads of the session may have seen what the primary does not show yet: see {@link #readOn}. */
    public boolean hasReadElsewhere() {
        return lastRead != null || unseenAt >= 0;
    }

    /** All that the session has seen on replicas; null if that is not known, or not yet. */
    public @Nullable GtidSet seenElsewhere() {
        LastRead last = lastRead;
        return last == null || unseenAt >= 0 ? null : last.seen();
    }

    /** The primary shows all that it had executed or owned when the fence with this ticket was sent. */
    public synchronized void shownSince(long ticket) {
        if (unseenAt < ticket) {
            unseenAt = -1;
        }
    }

    /** The position, without what open marks stand for. */
    public GtidSet position() {
        return position;
    }

    /** Whether a read must ask the primary before it may trust {@link #position()}. */
    public boolean needsFence() {
        return pendingMarks > 0 || markedAt >= fencedAt;
    }

    /** Whether reads from a replica have to look for something here. */
    public boolean isEmpty() {
        // The marks first: a fence that closes them raises the position before.
        return !needsFence() && position.isEmpty();
    }

    /** The ticket after which a fence must have been sent to serve a read that begins now; call it before reading on. */
    public long fenceAfter() {
        return pendingMarks > 0 ? tickets.now() : markedAt;
    }

    /** Puts a fence's answer into the position, and with it closes the marks made before the fence was sent. */
    public synchronized void fenced(FenceOutcome.Answer answer) {
        if (!needsFence()) {
            return;
        }
        raise(answer.position());
        fencedAt = Math.max(fencedAt, answer.ticket());
    }

    /** Whether the position may ask for what the primary lost: then it is to be {@link #trim trimmed} first. */
    @SuppressWarnings("ReferenceEquality") // losses that have changed are another object
    public boolean mayHaveLost() {
        return freeOf != primary.losses();
    }

    /**
     * Takes what the primary will never have out of the position.
     *
     * @return the lost writes among it; empty if others have trimmed the floor before
     */
    public synchronized GtidSet trim() {
        Losses losses = primary.losses();
        GtidSet result = position.intersect(losses.lost());
        position = position.subtract(losses.gone());
        freeOf = losses;
        return result;
    }

    synchronized void raise(GtidSet gtids) {
        if (!position.contains(gtids)) {
            if (!primary.losses().gone().intersect(gtids).isEmpty()) {
                freeOf = null;
                // The number may be used again, and the primary must tell.
                mark();
            }
            position = primary.roundUp(position.union(gtids));
        }
    }

    /** Returns the mark's ticket. */
    synchronized long mark() {
        markedAt = tickets.now();
        return markedAt;
    }

    /** Whether the answer of a fence sent after {@code ticket} is in the position. */
    boolean isFencedSince(long ticket) {
        return fencedAt > ticket;
    }

    /** A mark of a transaction that is still open; a fence sent before it is settled does not close it. */
    PendingMark markPending() {
        add(1, 0);
        return once(() -> {
            mark();
            add(-1, 0);
        });
    }

    /** A transaction that has written and is still open: a token taken meanwhile carries a mark. */
    PendingMark writing() {
        add(0, 1);
        return once(() -> add(0, -1));
    }

    private synchronized void add(int marks, int writes) {
        pendingMarks += marks;
        openWrites += writes;
    }

    private static PendingMark once(Runnable end) {
        AtomicBoolean ended = new AtomicBoolean();
        return () -> {
            if (ended.compareAndSet(false, true)) {
                end.run();
            }
        };
    }

    /** Takes over everything that {@code other} stands for. */
    void join(Floor other) {
        if (other.needsFence()) {
            mark();
        }
        raise(other.position());
    }

    /** What a token has to say of this floor. */
    TokenEntry toTokenEntry() {
        // The marks first: a fence that closes them raises the position before.
        boolean isUncertain = needsFence() || openWrites > 0 || primary.isUntracked();
        synchronized (this) {
            position = primary.roundUp(position);
        }
        // Elsewhere nobody may know that it is lost.
        GtidSet lasting = mayHaveLost() ? position.subtract(primary.losses().gone()) : position;
        return new TokenEntry(primary.serverUuid(), lasting, isUncertain);
    }

    /** Whether an open transaction, or a commit whose connection broke, will have more to say here. */
    boolean isUnsettled() {
        return pendingMarks > 0 || openWrites > 0;
    }

    Primary primary() {
        return primary;
    }
}
