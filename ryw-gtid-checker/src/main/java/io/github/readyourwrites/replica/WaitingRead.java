package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** One read that waits, on its own thread, for the first replica to reach its floor. */
final class WaitingRead {

    private final GtidSet floor;

    private final Thread reader = Thread.currentThread();

    private volatile @Nullable ReplicaMonitor arrived;

    WaitingRead(GtidSet floor) {
        this.floor = floor;
    }

    GtidSet floor() {
        return floor;
    }

    /** The first replica to reach the floor, or null as long as none has. */
    @Nullable
    ReplicaMonitor arrived() {
        return arrived;
    }

    /** Called by monitors. */
    void arrive(ReplicaMonitor replica) {
        arrived = replica;
        LockSupport.unpark(reader);
    }

    /**
     * Blocks the calling thread, which made this, until a replica has arrived.
     *
     * @return the replica, or null at the deadline or if the thread is interrupted (it stays so)
     */
    @Nullable
    ReplicaMonitor await(long deadlineNanos, LongSupplier clock) {
        while (true) {
            ReplicaMonitor result = arrived();
            long left = deadlineNanos - clock.getAsLong();
            if (result != null || left <= 0 || Thread.currentThread().isInterrupted()) {
                return result;
            }
            LockSupport.parkNanos(this, left);
        }
    }
}
