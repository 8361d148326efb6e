package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Commits that this JVM knew executed on a primary and that its successor will never have.
 *
 * @param primary the write data source's address
 * @param formerServer {@code server_uuid} of the server that had executed them, null if it was never asked
 * @param server {@code server_uuid} of the server that lacks them; the same one if it was reset or came back with less
 * @param gtids what is lost; none of it was reported before
 */
public record LostWrite(ServerAddress primary, @Nullable UUID formerServer, UUID server, GtidSet gtids) {}
