package io.github.readyourwrites.session;

import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * What tokens brought into a session, and to which primaries it was already assigned. A position belongs to servers, so
 * it waits here until a read asks for a primary: only then is it known which sources that primary has. Thread-safe.
 */
final class CarriedPositions {

    private final List<TokenEntry> entries = new CopyOnWriteArrayList<>();

    /** Per primary, the entries that were assigned to it or found foreign. */
    private final Map<Primary, Set<TokenEntry>> done = new ConcurrentHashMap<>();

    /** Per primary, the entries that waited for a look at what the primary has. */
    private final Map<Primary, Set<TokenEntry>> refreshing = new ConcurrentHashMap<>();

    void addAll(CarriedPositions other) {
        entries.addAll(other.entries);
    }

    void addAll(List<TokenEntry> added) {
        entries.addAll(added);
    }

    List<TokenEntry> entries() {
        return entries;
    }

    /** Puts what concerns {@code floor}'s primary into the floor, or marks it where only a fence can tell. */
    void assign(Floor floor, Servers servers) {
        if (entries.isEmpty()) {
            return;
        }
        Primary primary = floor.primary();
        Set<TokenEntry> seen = setOf(done, primary);
        for (TokenEntry each : entries) {
            if (!seen.contains(each) && assign(each, floor, servers)) {
                seen.add(each);
            }
        }
    }

    /** False if the entry has to be looked at again after a fence. */
    private boolean assign(TokenEntry entry, Floor floor, Servers servers) {
        Primary primary = floor.primary();
        UUID uuid = entry.primary();
        boolean own = uuid != null && uuid.equals(primary.serverUuid());
        if (!own && uuid != null && servers.isPrimary(uuid)) {
            return true;
        }
        boolean refreshed = setOf(refreshing, primary).contains(entry);
        if (own
                || !Collections.disjoint(
                        primary.known().sources(), entry.position().sources())) {
            floor.raise(entry.position());
        } else if (!entry.position().isEmpty() && !refreshed) {
            // The primary may have got this source since it was last looked at. If not, the source is foreign.
            setOf(refreshing, primary).add(entry);
            floor.mark();
            return false;
        }
        if (entry.marked() && !refreshed) {
            floor.mark();
        }
        return true;
    }

    private static Set<TokenEntry> setOf(Map<Primary, Set<TokenEntry>> sets, Primary primary) {
        return sets.computeIfAbsent(primary, key -> ConcurrentHashMap.newKeySet());
    }
}
