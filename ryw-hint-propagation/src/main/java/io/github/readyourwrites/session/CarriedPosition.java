package io.github.readyourwrites.session;

import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import java.util.Collection;
import java.util.Collections;
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

    /** Ticket of the mark that waits for a look at a primary. Guarded by this. */
    private final Map<Primary, Long> refreshing = new HashMap<>();

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
        UUID named = entry.primary();
        boolean own = named != null && named.equals(primary.serverUuid());
        if (isOfAnother(primary, servers)) {
            return true;
        }
        Long markedAt = refreshing.get(primary);
        if (own
                || !Collections.disjoint(
                        primary.known().sources(), entry.position().sources())) {
            floor.raise(entry.position());
            assigned = true;
        } else if (!entry.position().isEmpty() && markedAt == null) {
            // The primary may have got this source since it was last looked at. If not, the source is foreign.
            refreshing.put(primary, floor.mark());
            return false;
        } else if (markedAt != null && !floor.isFencedSince(markedAt)) {
            // Not marked again: a read comes here between the sending of the fence and its answer.
            return false;
        }
        if (entry.marked() && markedAt == null) {
            floor.mark();
            assigned = true;
        }
        return true;
    }

    /** Whether it names another server that a group writes to. An address may stand for a former server for long. */
    private boolean isOfAnother(Primary primary, Servers servers) {
        UUID named = entry.primary();
        return named != null
                && servers.isPrimary(named)
                && primary.sameServer().stream().noneMatch(each -> named.equals(each.serverUuid()));
    }
}
