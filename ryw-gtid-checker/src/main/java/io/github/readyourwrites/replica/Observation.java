package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.UUID;

/**
 * What one look at a server showed.
 *
 * @param executed {@code @@GLOBAL.gtid_executed}
 * @param serverUuid {@code @@GLOBAL.server_uuid}
 * @param incarnation number of the server's life; a restart, reset or rebuild starts a new one
 * @param sentNanos when the question was sent, on the monitor's clock: the answer is at least as new
 */
public record Observation(GtidSet executed, UUID serverUuid, long incarnation, long sentNanos) {}
