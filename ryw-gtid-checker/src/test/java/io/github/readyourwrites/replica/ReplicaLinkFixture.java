package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A replica whose state the test sets. Links that it makes are all itself. */
final class ReplicaLinkFixture implements ReplicaLink, ReplicaLink.Source {

    static final UUID REPLICA = UUID.fromString("33333333-3333-3333-3333-333333333333");

    /** What the watch was told to wait for, in order. */
    final List<GtidSet> waitedFor = new CopyOnWriteArrayList<>();

    /** Lets one wait in the server end, each. */
    final Semaphore waitsEnd = new Semaphore(0);

    private volatile Position position = new Position(GtidSet.empty(), REPLICA);

    private volatile boolean broken;

    /** Whether a wait ends well although the position does not say so. */
    volatile boolean waitsSucceed;

    /** Whether the server does not understand what it is told to wait for. */
    volatile boolean refusesToWait;

    /** How often the state was asked for without a wait. */
    final AtomicInteger looks = new AtomicInteger();

    private boolean frozen;

    void executed(String intervals) {
        executed(intervals, REPLICA);
    }

    void executed(String intervals, UUID serverUuid) {
        position = new Position(FenceLinkFixture.gtids(intervals), serverUuid);
    }

    void breakLink() {
        broken = true;
    }

    void mendLink() {
        broken = false;
    }

    synchronized void freeze() {
        frozen = true;
    }

    synchronized void thaw() {
        frozen = false;
        notifyAll();
    }

    @Override
    public ReplicaLink open(boolean blocking) throws SQLException {
        failIfBroken();
        return this;
    }

    @Override
    public synchronized Position position() throws SQLException {
        // The server sees what it has when it is asked, however late the answer comes.
        Position result = position;
        looks.incrementAndGet();
        try {
            while (frozen) {
                wait();
            }
        } catch (InterruptedException ex) {
            throw new SQLException("interrupted", ex);
        }
        failIfBroken();
        return result;
    }

    private void failIfBroken() throws SQLException {
        if (broken) {
            throw new SQLException("link is broken");
        }
    }

    @Override
    public @Nullable Position awaitExecuted(GtidSet floor) throws SQLException {
        waitedFor.add(floor);
        try {
            waitsEnd.acquire();
        } catch (InterruptedException ex) {
            throw new SQLException("interrupted", ex);
        }
        failIfBroken();
        if (refusesToWait) {
            return null;
        }
        Position now = position;
        return waitsSucceed ? new Position(now.executed().union(floor), now.serverUuid()) : now;
    }

    @Override
    public void abort() {
        waitsEnd.release();
    }

    @Override
    public void close() {}
}
