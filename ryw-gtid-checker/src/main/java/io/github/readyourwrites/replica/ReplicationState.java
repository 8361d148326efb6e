package io.github.readyourwrites.replica;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server tells of replication to an account with the privilege REPLICATION CLIENT. Immutable.
 *
 * @param channels the channels by which it follows other servers
 * @param binlogFilters the filters of its own binary log that are set: {@code Binlog_Do_DB}, {@code Binlog_Ignore_DB}
 * @param hidden why nothing of this could be seen; empty if it could
 */
public record ReplicationState(
        List<ReplicationChannel> channels, Map<String, String> binlogFilters, Optional<String> hidden) {

    /** Copies both collections. */
    public ReplicationState {
        channels = List.copyOf(channels);
        binlogFilters = Map.copyOf(binlogFilters);
    }

    static ReplicationState hidden(String reason) {
        return new ReplicationState(List.of(), Map.of(), Optional.of(reason));
    }
}
