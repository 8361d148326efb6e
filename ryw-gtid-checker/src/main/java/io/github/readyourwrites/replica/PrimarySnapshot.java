package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import java.util.Optional;
import java.util.UUID;

/**
 * What the heartbeat knows of one primary. Immutable.
 *
 * @param address host and port
 * @param serverUuid its {@code server_uuid}; empty while no server has answered there
 * @param semiSync its semi-synchronous replication
 * @param heartbeat what moves the primary on while nobody writes, and why there are no samples if so, in words
 */
public record PrimarySnapshot(ServerAddress address, Optional<UUID> serverUuid, SemiSync semiSync, String heartbeat) {

    @Override
    public String toString() {
        return address + serverUuid.map(each -> " (" + each + ")").orElse("") + " semi-sync " + semiSync
                + ", heartbeat: " + heartbeat;
    }
}
