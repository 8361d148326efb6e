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

    /** Guarded by this. */
    private boolean closed;

    synchronized void add(WaitingRead read) {
        reads.add(read);
        notifyAll();
    }

    synchronized void remove(WaitingRead read) {
        reads.remove(read);
    }

    /** A commit that a read may ask for a moment later. The latest one counts: it comes last in the binary log. */
    synchronized void arm(GtidSet position) {
        armed = position;
        notifyAll();
    }

    /** Blocks until somebody waits or a commit armed the watch; the position to wait for, or null when closed. */
    synchronized @Nullable GtidSet take() throws InterruptedException {
        while (!closed) {
            for (WaitingRead each : reads) {
                if (each.arrived() == null) {
                    return each.floor();
                }
            }
            GtidSet result = armed;
            armed = null;
            if (result != null) {
                return result;
            }
            wait();
        }
        return null;
    }

    /**
     * Blocks for the quiet interval, or for the busy one while more than one read waits: the watch is blocked on the
     * oldest one's position, and a younger one's may come first.
     */
    synchronized void pause(long quietNanos, long busyNanos) throws InterruptedException {
        long start = System.nanoTime();
        while (!closed) {
            long left = (reads.size() > 1 ? busyNanos : quietNanos) - (System.nanoTime() - start);
            if (left <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
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
