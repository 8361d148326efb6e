package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The reads that wait for one replica, oldest first, and the latest position that a commit armed. Readers come and go
 * on their own threads. The watch thread takes positions to wait for; the probe thread, which looks at the server from
 * time to time, looks faster while somebody waits for what the watch does not, and the watch takes longer than usual.
 * Both take their statements from the budget here, the watch first.
 */
final class WaitingReads {

    private final Supplier<@Nullable GtidSet> observed;

    private final StatementBudget budget;

    private final LongSupplier clock;

    private final ReentrantLock lock = new ReentrantLock();

    private final WatchPatience patience;

    /** For the watch: a read, or a commit, has come. */
    private final Condition work = lock.newCondition();

    /** For the probe: a read has come that the watch does not wait for. */
    private final Condition haste = lock.newCondition();

    /** In order of arrival. Guarded by lock. */
    private final Set<WaitingRead> reads = new LinkedHashSet<>();

    /** A position that will probably be asked for soon; null if there is none. Guarded by lock. */
    private @Nullable GtidSet armed;

    /** What the watch waits for; null if for nothing. Guarded by lock. */
    private @Nullable WatchedPosition watched;

    /** Guarded by lock. */
    private WatchState watch = WatchState.BUSY;

    /** Whether the probe knows that somebody waits, and will look before long. Guarded by lock. */
    private boolean probeMakesHaste;

    /** What every read here has been compared with. Guarded by lock. */
    private @Nullable GtidSet released;

    /** Guarded by lock. */
    private boolean closed;

    /**
     * Without any read.
     *
     * @param observed what the replica has executed as far as is known; null if it is not healthy
     */
    WaitingReads(Supplier<@Nullable GtidSet> observed, StatementBudget budget, LongSupplier clock) {
        this.observed = observed;
        this.budget = budget;
        this.clock = clock;
        patience = new WatchPatience(2 * budget.nanosPerStatement());
    }

    void add(WaitingRead read) {
        lock.lock();
        try {
            reads.add(read);
            released = null;
            if (watch == WatchState.IDLE) {
                work.signal();
            } else if (watch == WatchState.BUSY && !probeMakesHaste && isUnwatched(read)) {
                haste.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    void remove(WaitingRead read) {
        lock.lock();
        try {
            reads.remove(read);
        } finally {
            lock.unlock();
        }
    }

    /** A commit that a read may ask for a moment later; of several, the latest that was reported. */
    void arm(GtidSet position) {
        lock.lock();
        try {
            armed = position;
            if (watch == WatchState.IDLE) {
                work.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** The primary was sampled: waited for when the watch has nothing else to do. */
    void armIfFree(GtidSet position) {
        lock.lock();
        try {
            if (armed == null) {
                arm(position);
            }
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return reads.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * For the watch. Blocks until somebody waits, or a commit armed the watch, and the budget has a statement for it.
     *
     * @return the position to wait for, its statement paid; null when closed
     */
    @Nullable
    GtidSet take() throws InterruptedException {
        lock.lock();
        try {
            if (watched != null) {
                patience.answered(watched, clock.getAsLong());
                watched = null;
            }
            while (!closed) {
                GtidSet executed = observed.get();
                GtidSet oldest = oldestFloor(executed);
                GtidSet wanted = oldest == null ? armedBeyond(executed) : oldest;
                if (wanted == null) {
                    watch = WatchState.IDLE;
                    work.await();
                    continue;
                }
                long now = clock.getAsLong();
                long hold = oldest == null ? budget.tryTakeSpare(now) : budget.tryTake(now);
                if (hold == 0) {
                    watch = WatchState.BUSY;
                    watch(wanted, executed, now);
                    return wanted;
                }
                watch = oldest == null ? WatchState.IDLE : WatchState.HELD_BACK;
                work.awaitNanos(hold);
            }
            return null;
        } finally {
            watch = WatchState.BUSY;
            lock.unlock();
        }
    }

    private @Nullable GtidSet oldestFloor(@Nullable GtidSet executed) {
        for (WaitingRead each : reads) {
            if (each.arrived() == null && (executed == null || !executed.contains(each.floor()))) {
                return each.floor();
            }
        }
        return null;
    }

    private @Nullable GtidSet armedBeyond(@Nullable GtidSet executed) {
        if (armed != null && executed != null && executed.contains(armed)) {
            armed = null;
        }
        return armed;
    }

    private void watch(GtidSet wanted, @Nullable GtidSet executed, long now) {
        watched = WatchedPosition.of(wanted, executed, now);
        if (armed != null && wanted.contains(armed)) {
            armed = null;
        }
        if (!probeMakesHaste && isSomebodyUnwatched()) {
            haste.signal();
        }
    }

    /** The server refused to wait: whoever waits depends on the probe until the next {@link #take}. */
    void unwatch() {
        lock.lock();
        try {
            watched = null;
            haste.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * For the probe. Blocks for the quiet interval; or, while somebody waits for what the watch does not, until the watch
     * takes too long and the budget has a statement to spare. That statement is paid then.
     */
    void pause(long quietNanos) throws InterruptedException {
        lock.lock();
        try {
            long start = clock.getAsLong();
            while (!closed) {
                long now = clock.getAsLong();
                long left = quietNanos - (now - start);
                if (left <= 0) {
                    budget.take(1, now);
                    return;
                }
                probeMakesHaste = isSomebodyUnwatched();
                if (probeMakesHaste) {
                    long hold = Math.max(budget.nanosPerStatement() - (now - start), patience.left(watched, now));
                    hold = hold > 0 ? hold : budget.tryTakeSpare(now);
                    if (hold == 0) {
                        return;
                    }
                    left = Math.min(left, hold);
                }
                haste.awaitNanos(left);
            }
        } finally {
            probeMakesHaste = false;
            lock.unlock();
        }
    }

    private boolean isSomebodyUnwatched() {
        if (watch != WatchState.BUSY) {
            return false;
        }
        for (WaitingRead each : reads) {
            if (isUnwatched(each)) {
                return true;
            }
        }
        return false;
    }

    private boolean isUnwatched(WaitingRead read) {
        return read.arrived() == null && (watched == null || !watched.isAllThatLacks(read.floor()));
    }

    /** Lets every read go on whose floor {@code executed} contains. */
    void release(ReplicaMonitor replica, GtidSet executed) {
        // Outside the lock: whoever wakes up takes it at once.
        for (WaitingRead each : removeArrived(executed)) {
            each.arrive(replica);
        }
    }

    private List<WaitingRead> removeArrived(GtidSet executed) {
        lock.lock();
        try {
            // Nothing is new, and nobody either.
            if (reads.isEmpty() || executed.equals(released)) {
                return List.of();
            }
            released = executed;
            List<WaitingRead> result = new ArrayList<>();
            for (Iterator<WaitingRead> iterator = reads.iterator(); iterator.hasNext(); ) {
                WaitingRead each = iterator.next();
                if (executed.contains(each.floor())) {
                    iterator.remove();
                    result.add(each);
                }
            }
            return result;
        } finally {
            lock.unlock();
        }
    }

    /** Ends {@link #take} and {@link #pause} for good. */
    void close() {
        lock.lock();
        try {
            closed = true;
            work.signalAll();
            haste.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
