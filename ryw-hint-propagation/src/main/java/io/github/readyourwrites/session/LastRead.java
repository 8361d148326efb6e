package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.ReplicaMonitor;
import org.jspecify.annotations.Nullable;

/**
 * Which server a session read from last, for {@code monotonic-reads}. Immutable.
 *
 * @param server the replica
 * @param incarnation the replica's life in which it was read from
 * @param endNanos when the read had ended, on the monitors' clock
 */
public record LastRead(ReplicaMonitor server, long incarnation, long endNanos) {

    /** What the server had executed or owned at a moment after the read; null if that is not known, or not yet. */
    public @Nullable GtidSet seen() {
        return server.seenSince(incarnation, endNanos);
    }

    /** Whether {@code replica} is the server that was read from, and still in the same life. */
    public boolean isOf(ReplicaMonitor replica) {
        return replica == server && server.incarnation() == incarnation;
    }
}
