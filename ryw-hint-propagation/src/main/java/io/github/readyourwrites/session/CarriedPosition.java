package io.github.readyourwrites.session;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.gtid.GtidSetBuilder;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** One entry of a token, and what became of it at each primary that was asked for. Thread-safe. */
final class CarriedPosition {

    private final TokenEntry entry;

    /** Primaries with which nothing is left to do. */
    private final Set<Primary> done = ConcurrentHashMap.newKeySet();

    /** Marks that wait for a look at a primary. Guarded by this. */
    private final Map<Primary, Refresh> refreshing = new HashMap<>();

    private volatile boolean assigned;

    CarriedPosition(TokenEntry entry) {
        this.entry = entry;
    }

    TokenEntry entry() {
        return entry;
    }

    /**
     * This position and another of the same primary; this object itself if the other one adds nothing. A mark always adds
     * something: it may stand for what was seen since.
     */
    CarriedPosition and(TokenEntry other) {
        TokenEntry both = entry.and(other);
        return both.equals(entry) && !other.marked() ? this : new CarriedPosition(both);
    }

    /** Whether floors stand for it: that of the primary it names, or, if it names none, those of all given. */
    boolean isAssigned(Collection<Primary> primaries) {
        return entry.primary() == null ? assigned && done.containsAll(primaries) : assigned;
    }

    void assign(Floor floor, Servers servers) {
        if (!done.contains(floor.primary()) && isSettled(floor, servers)) {
            done.add(floor.primary());
        }
    }

    /** False if it has to be looked at again after a fence. */
    private synchronized boolean isSettled(Floor floor, Servers servers) {
        Primary primary = floor.primary();
        if (isOfAnother(primary, servers)) {
            return true;
        }
        GtidSet concerning = concerning(primary, servers);
        boolean isComplete = concerning.contains(entry.position()) && (!entry.marked() || isMarkOf(primary));
        Refresh refresh = refreshing.get(primary);
        if (refresh == null || !refresh.raised.contains(concerning)) {
            // Not more than once: what turned out to be lost would come back.
            floor.raise(concerning);
        }
        if (refresh == null && (entry.marked() || !isComplete)) {
            // The primary may have got these sources since it was last looked at. If not, they are foreign.
            refresh = new Refresh(floor.mark(), concerning);
            refreshing.put(primary, refresh);
        }
        if (isComplete) {
            assigned = true;
            return true;
        }
        // Not marked again: a read comes here between the sending of the fence and its answer.
        return refresh != null && floor.isFencedSince(refresh.markedAt);
    }

    /** Whether it names another server that a group writes to. An address may stand for a former server for long. */
    private boolean isOfAnother(Primary primary, Servers servers) {
        UUID named = entry.primary();
        return named != null
                && servers.isPrimary(named)
                && primary.sameServer().stream().noneMatch(each -> named.equals(each.serverUuid()));
    }

    /** Whether the floor's mark is the entry's: a mark of a primary that only others write to has to be handed on. */
    private boolean isMarkOf(Primary primary) {
        UUID named = entry.primary();
        return named == null || named.equals(primary.serverUuid()) || knows(primary, named);
    }

    /**
     * What of the position the primary's floor has to ask for: all of it if some of its sources are known there, as the
     * others may be on their way. But not what belongs to the heir of the server it names, where that heir is another
     * primary: two that were cloned from one server have some sources in common.
     */
    private GtidSet concerning(Primary primary, Servers servers) {
        GtidSet position = entry.position();
        UUID named = entry.primary();
        if (named == null || !named.equals(primary.serverUuid())) {
            if (position.sources().stream().noneMatch(each -> knows(primary, each))) {
                return GtidSet.empty();
            }
            if (named != null && !knows(primary, named) && hasAnotherHeir(named, primary, servers)) {
                return part(position, primary);
            }
        }
        return position;
    }

    private static boolean hasAnotherHeir(UUID named, Primary primary, Servers servers) {
        return servers.fenced().stream().anyMatch(each -> !primary.sameServer().contains(each) && knows(each, named));
    }

    private static GtidSet part(GtidSet position, Primary primary) {
        GtidSetBuilder result = GtidSet.builder();
        position.forEachInterval((source, tag, first, last) -> {
            if (knows(primary, source)) {
                result.add(source, tag, first, last);
            }
        });
        return result.build();
    }

    /** Whether the primary has, or had, transactions of the server. */
    private static boolean knows(Primary primary, UUID source) {
        return primary.known().sources().contains(source)
                || primary.losses().gone().sources().contains(source);
    }

    /**
     * A mark that waits for a look at a primary.
     *
     * @param markedAt its ticket
     * @param raised what the floor was raised by before
     */
    private record Refresh(long markedAt, GtidSet raised) {}
}
