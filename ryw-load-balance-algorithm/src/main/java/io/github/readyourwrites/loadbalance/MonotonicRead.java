package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.LastRead;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A statement on its way under {@code monotonic-reads}, and what it leaves behind in its session once it has ended. Begun
 * and ended on one thread.
 */
final class MonotonicRead {

    private final Floor floor;

    /** Null where the primary is read from. */
    private final @Nullable ReplicaMonitor replica;

    private final LongSupplier clock;

    private final @Nullable LastRead before;

    private final long incarnation;

    private final boolean goesOn;

    MonotonicRead(Floor floor, @Nullable ReplicaMonitor replica, LongSupplier clock) {
        this.floor = floor;
        this.replica = replica;
        this.clock = clock;
        before = floor.lastRead();
        incarnation = replica == null ? 0 : replica.incarnation();
        goesOn = replica != null && (before == null || isNoStepBack(before, replica));
    }

    private static boolean isNoStepBack(LastRead before, ReplicaMonitor replica) {
        if (before.isOf(replica)) {
            return true;
        }
        GtidSet seen = before.seen();
        return seen != null && replica.has(seen);
    }

    void ended() {
        if (replica == null) {
            floor.readOnPrimary();
        } else if (replica.incarnation() != incarnation) {
            floor.readUnseen();
        } else {
            floor.readOn(goesOn, before, new LastRead(replica, incarnation, clock.getAsLong()));
        }
    }
}
