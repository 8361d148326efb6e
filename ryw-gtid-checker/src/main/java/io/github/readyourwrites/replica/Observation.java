package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.UUID;

/**
 * What looks at a server showed.
 *
 * @param executed {@code @@GLOBAL.gtid_executed}, at least
 * @param serverUuid {@code @@GLOBAL.server_uuid}
 * @param incarnation number of the server's life; a restart, reset or rebuild starts a new one
 * @param sentNanos when the latest question was sent, on the monitor's clock: the answer is at least as new
 * @param owned {@code @@GLOBAL.gtid_owned}, asked before the executed set; empty unless it is needed
 */
public record Observation(GtidSet executed, UUID serverUuid, long incarnation, long sentNanos, GtidSet owned) {

    Observation(GtidSet executed, UUID serverUuid, long incarnation, long sentNanos) {
        this(executed, serverUuid, incarnation, sentNanos, GtidSet.empty());
    }

    /** Both, of one life: what one of them showed holds as long as the life lasts. */
    Observation and(Observation other) {
        Observation later = other.sentNanos - sentNanos > 0 ? other : this;
        return new Observation(executed.union(other.executed), serverUuid, incarnation, later.sentNanos, later.owned);
    }
}
