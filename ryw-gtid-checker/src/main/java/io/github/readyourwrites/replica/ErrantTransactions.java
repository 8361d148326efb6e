package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.gtid.GtidSetBuilder;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices a replica that has been pointed to another cluster: it gets transactions that its primary, asked afterwards,
 * does not have. Those that it had when first looked at do not count: they are old. The primary is asked only about
 * transactions of other servers than itself. Used by one thread.
 */
final class ErrantTransactions {

    private static final Logger LOGGER = LoggerFactory.getLogger(ErrantTransactions.class);

    private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private @Nullable UUID server;

    private long lookedNanos;

    /** Errant ones that are known; null before the first look. */
    private @Nullable GtidSet known;

    /** What the primary has yet to be asked about, and the ticket that its answer must be later than. */
    private @Nullable GtidSet doubtful;

    private long askedAfter;

    private @Nullable Primary askedOf;

    /** What the primary had when the replica was found out; null while nothing is wrong. */
    private @Nullable GtidSet primaryThen;

    private GtidSet latest = GtidSet.empty();

    private void begin(UUID uuid) {
        server = uuid;
        known = null;
        doubtful = null;
        primaryThen = null;
    }

    /**
     * Takes into account what the replica told before this call. Another server begins anew. Never blocks.
     *
     * @return why the replica must not be used, or null
     */
    @Nullable
    String look(Primary primary, ReplicaLink.Position position, long nowNanos) {
        if (!position.serverUuid().equals(server)) {
            begin(position.serverUuid());
        }
        if (nowNanos - lookedNanos >= INTERVAL_NANOS || lookedNanos == 0) {
            lookedNanos = nowNanos;
            boolean before = primaryThen != null;
            look(primary, position.executed());
            if (before && primaryThen == null) {
                LOGGER.info("a replica of {} follows it again", primary.address());
            }
        }
        return primaryThen == null ? null : "it gets transactions that its primary does not have: " + latest;
    }

    private void look(Primary primary, GtidSet executed) {
        UUID uuid = primary.serverUuid();
        if (uuid == null || primary.isInDoubt()) {
            return;
        }
        GtidSet asked = doubtful;
        if (askedOf != primary) {
            // The same server under another address, perhaps: the old one may never answer.
            asked = null;
            doubtful = null;
        }
        if (asked != null && primary.answeredTicket() > askedAfter) {
            doubtful = null;
            judge(primary, asked.subtract(primary.known()).subtract(primary.absent()));
        }
        GtidSet unknown = executed.subtract(primary.known()).subtract(primary.absent());
        GtidSet foreign = withoutSource(unknown, uuid);
        if (doubtful == null && (primaryThen != null || known == null || !known.contains(foreign))) {
            askedOf = primary;
            askedAfter = primary.askSoon();
            // Where nobody could be asked the next look asks.
            doubtful = askedAfter == Long.MAX_VALUE ? null : foreign;
        }
        mend(primary, executed);
    }

    private void judge(Primary primary, GtidSet errant) {
        GtidSet before = known;
        known = before == null ? errant : before.union(errant);
        if (before != null && !before.contains(errant)) {
            latest = errant.subtract(before);
            if (primaryThen == null) {
                LOGGER.warn(
                        "a replica of {} gets transactions that it does not have, so it follows another server, or somebody"
                                + " writes on it: {}; it serves nothing until it follows its primary again",
                        primary.address(),
                        latest);
            }
            primaryThen = primary.known();
        }
    }

    /** It follows its primary again: since it was found out it has got what the primary has, and nothing else. */
    private void mend(Primary primary, GtidSet executed) {
        GtidSet then = primaryThen;
        GtidSet now = primary.known();
        if (then != null && !then.contains(now) && executed.contains(now)) {
            primaryThen = null;
        }
    }

    private static GtidSet withoutSource(GtidSet gtids, UUID source) {
        if (!gtids.sources().contains(source)) {
            return gtids;
        }
        GtidSetBuilder result = GtidSet.builder();
        gtids.forEachInterval((uuid, tag, first, last) -> {
            if (!uuid.equals(source)) {
                result.add(uuid, tag, first, last);
            }
        });
        return result.build();
    }
}
