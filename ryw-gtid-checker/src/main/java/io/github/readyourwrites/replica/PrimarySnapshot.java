package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;

/**
 * What the heartbeat knows of one primary. Immutable.
 *
 * @param address host and port
 * @param semiSync its semi-synchronous replication
 * @param heartbeat what moves the primary on while nobody writes, in words
 */
public record PrimarySnapshot(ServerAddress address, SemiSync semiSync, String heartbeat) {

    @Override
    public String toString() {
        return address + " semi-sync " + semiSync + ", heartbeat: " + heartbeat;
    }
}
