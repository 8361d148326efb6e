package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The reads that wait for one replica, oldest first, and the latest position that a commit armed. Readers come and go
 * on their own threads; the watch thread takes work, the probe thread looks faster while somebody waits.
 */
final class WaitingReads {

    /** In order of arrival. Guarded by this. */
    private final Set<WaitingRead> reads = new LinkedHashSet<>();

    /** A position that will probably be asked for soon; null if there is none. Guarded by this. */
    private @Nullable GtidSet armed;

    /** What the watch was last given to wait for; null while it looks for work. Guarded by this. */
    private @Nullable GtidSet watched;

    /** Guarded by this. */
    private boolean closed;

    synchronized void add(WaitingRead read) {
        reads.add(read);
        notifyAll();
    }

    synchronized void remove(WaitingRead read) {
        reads.remove(read);
    }

    /** A commit that a read may ask for a moment later; of several, the latest that was reported. */
    synchronized void arm(GtidSet position) {
        boolean first = armed == null;
        armed = position;
        if (first) {
            notifyAll();
        }
    }

    /** Blocks until somebody waits or a commit armed the watch; the position to wait for, or null when closed. */
    synchronized @Nullable GtidSet take() throws InterruptedException {
        watched = null;
        while (!closed) {
            for (WaitingRead each : reads) {
                if (each.arrived() == null) {
                    watched = each.floor();
                    return watched;
                }
            }
            if (armed != null) {
                watched = armed;
                armed = null;
                return watched;
            }
            wait();
        }
        return null;
    }

    /**
     * Blocks for the quiet interval, or for the busy one while a read waits for what the watch is not blocked on: that may
     * come first.
     */
    synchronized void pause(long quietNanos, long busyNanos) throws InterruptedException {
        long start = System.nanoTime();
        while (!closed) {
            long left = (isSomebodyUnwatched() ? busyNanos : quietNanos) - (System.nanoTime() - start);
            if (left <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private boolean isSomebodyUnwatched() {
        GtidSet position = watched;
        for (WaitingRead each : reads) {
            if (each.arrived() == null && (position == null || !each.floor().equals(position))) {
                return true;
            }
        }
        return false;
    }

    /** Lets every read go on whose floor {@code executed} contains. */
    synchronized void release(ReplicaMonitor replica, GtidSet executed) {
        if (reads.isEmpty()) {
            return;
        }
        for (WaitingRead each : reads) {
            if (each.arrived() == null && executed.contains(each.floor())) {
                each.arrive(replica);
            }
        }
        if (armed != null && executed.contains(armed)) {
            armed = null;
        }
    }

    /** Ends {@link #take} and {@link #pause} for good. */
    synchronized void close() {
        closed = true;
        notifyAll();
    }
}
