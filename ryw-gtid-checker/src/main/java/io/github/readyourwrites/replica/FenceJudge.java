package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which answers of a primary's address count. One that lacks what this JVM knows executed there counts only once
 * that is lost for good. Used by one thread at a time, but for {@link #lossGrace}.
 */
final class FenceJudge {

    private final ServerAddress address;

    private final LongSupplier clock;

    private final LossPatience lossPatience = new LossPatience();

    FenceJudge(ServerAddress address, LongSupplier clock) {
        this.address = address;
        this.clock = clock;
    }

    void lossGrace(Duration grace) {
        lossPatience.grace(grace);
    }

    /**
     * Why an answer is void, or null if it counts.
     *
     * @param expected what was known executed before the question
     * @param before the server's identity as last known
     * @param position the answer's executed and owned GTIDs
     * @param link that the answer came on
     */
    @Nullable
    String reasonToDoubt(
            GtidSet expected, @Nullable UUID before, FenceLink.Reply reply, GtidSet position, FenceLink link)
            throws SQLException {
        if (reply.readOnly()) {
            lossPatience.reset();
            return "the write data source's server " + address + " is read-only";
        }
        boolean replaced = before != null && !before.equals(reply.serverUuid());
        GtidSet missing = position.contains(expected) ? GtidSet.empty() : expected.subtract(position);
        RelayLog relayLog = replaced || !missing.isEmpty() ? link.relayLog(reply.executed()) : RelayLog.NONE;
        if (relayLog == RelayLog.APPLYING) {
            lossPatience.reset();
            return "the new primary at " + address + " still applies its relay log";
        }
        boolean isFinal = missing.isEmpty() || (replaced && relayLog == RelayLog.NONE);
        if (isFinal || lossPatience.isOver(reply.serverUuid(), missing, link, clock.getAsLong())) {
            lossPatience.reset();
            return null;
        }
        return "the primary " + address + " lacks " + missing
                + ", which was committed there: it was replaced by a server that is behind, or lost writes";
    }
}
