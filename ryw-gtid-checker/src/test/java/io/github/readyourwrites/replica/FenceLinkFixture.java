package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A primary that answers each fence when the test says so. Links that it makes are all itself. */
final class FenceLinkFixture implements FenceLink, FenceLink.Source {

    static final UUID PRIMARY = UUID.fromString("11111111-1111-1111-1111-111111111111");

    private final BlockingQueue<Object> answers = new LinkedBlockingQueue<>();

    private final Semaphore asked = new Semaphore(0);

    final AtomicInteger asks = new AtomicInteger();

    final AtomicInteger opened = new AtomicInteger();

    final AtomicInteger closed = new AtomicInteger();

    volatile RelayLog relayLog = RelayLog.NONE;

    /** What the process list shows; null if it may not be seen. */
    volatile @Nullable Set<Long> connections;

    volatile Runnable whileAsked = () -> {};

    /** Why no link can be made; null if it can. */
    volatile @Nullable SQLException refusal;

    /** A set of the primary's GTIDs, such as {@code 1-5}. */
    static GtidSet gtids(String intervals) {
        return GtidSet.parse(PRIMARY + ":" + intervals);
    }

    static FenceLink.Reply executed(String intervals) {
        return new FenceLink.Reply(GtidSet.empty(), gtids(intervals), PRIMARY, false);
    }

    FenceLinkFixture answer(FenceLink.Reply reply) {
        answers.add(reply);
        return this;
    }

    FenceLinkFixture fail(String message) {
        answers.add(new SQLException(message));
        return this;
    }

    /** Blocks until one more fence has been sent. */
    void awaitAsked() throws InterruptedException {
        if (!asked.tryAcquire(1, TimeUnit.MINUTES)) {
            throw new AssertionError("no fence was sent");
        }
    }

    @Override
    public FenceLink open() throws SQLException {
        SQLException reason = refusal;
        if (reason != null) {
            throw reason;
        }
        opened.incrementAndGet();
        return this;
    }

    @Override
    public Reply ask() throws SQLException {
        asks.incrementAndGet();
        asked.release();
        try {
            Object result = answers.take();
            whileAsked.run();
            if (result instanceof SQLException ex) {
                throw ex;
            }
            return (Reply) result;
        } catch (InterruptedException ex) {
            throw new SQLException("interrupted", ex);
        }
    }

    @Override
    public RelayLog relayLog(GtidSet executed) {
        return relayLog;
    }

    @Override
    public @Nullable Set<Long> connectionsOf(String username) {
        return connections;
    }

    @Override
    public void abort() {
        fail("aborted");
    }

    @Override
    public void close() {
        closed.incrementAndGet();
    }
}
