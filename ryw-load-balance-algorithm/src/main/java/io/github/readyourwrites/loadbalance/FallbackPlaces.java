package io.github.readyourwrites.loadbalance;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how many reads that fell back on the primary are at work at once, so that they queue here and not for the pool's
 * connections: those left are for writes. A read gives its place back when its execution ends, however long it takes; of one
 * that never began (the pool gave no connection) the place is free when its thread routes the next read, or after half a
 * minute.
 *
 * <p>Thread-safe. Places are given in the order of asking, as far as the lock is.
 */
final class FallbackPlaces {

    /** No bound. */
    static final int UNLIMITED = Integer.MAX_VALUE;

    private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final int most;

    private final LongSupplier clock;

    private final ReentrantLock lock = new ReentrantLock(true);

    private final Condition left = lock.newCondition();

    /** Oldest first, compared by identity. Guarded by lock. */
    private final Set<Place> taken = new LinkedHashSet<>();

    FallbackPlaces(int most, LongSupplier clock) {
        this.most = most;
        this.clock = clock;
    }

    /** The bound, for messages. */
    int most() {
        return most;
    }

    /**
     * Takes a place, and waits for one no longer than {@code patienceNanos}.
     *
     * @return the place, or null if none became free or the thread was interrupted (it stays so)
     */
    @Nullable
    Place take(long patienceNanos) {
        lock.lock();
        try {
            long deadline = clock.getAsLong() + patienceNanos;
            while (taken.size() >= most) {
                long now = clock.getAsLong();
                dropOld(now);
                if (taken.size() < most) {
                    break;
                }
                if (deadline - now <= 0) {
                    return null;
                }
                left.awaitNanos(deadline - now);
            }
            Place result = new Place(clock.getAsLong());
            taken.add(result);
            return result;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            lock.unlock();
        }
    }

    private void dropOld(long now) {
        for (Iterator<Place> iterator = taken.iterator(); iterator.hasNext(); ) {
            Place each = iterator.next();
            if (now - each.sinceNanos < LONGEST_NANOS) {
                return;
            }
            if (!each.begun) {
                iterator.remove();
                left.signalAll();
            }
        }
    }

    /** One read's place. */
    final class Place {

        private final long sinceNanos;

        private volatile boolean begun;

        private Place(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }

        /** The read runs, so it will end. */
        void begun() {
            begun = true;
        }

        /** Gives it back. Idempotent. */
        void leave() {
            lock.lock();
            try {
                if (taken.remove(this)) {
                    left.signal();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
