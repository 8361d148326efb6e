package io.github.readyourwrites.session;

import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What tokens brought into a session. A position belongs to servers and not to names, so it waits here until a read asks
 * for a primary: only then is it known which sources that primary has. Holds one entry per primary that tokens named,
 * however many tokens came. Thread-safe.
 */
final class CarriedPositions {

    /** By the primary that the token named, if it named one. */
    private final Map<Optional<UUID>, TokenEntry> entries = new ConcurrentHashMap<>();

    /** Per primary of this JVM, the entries that were assigned to it or found foreign. */
    private final Map<Primary, Map<Optional<UUID>, TokenEntry>> done = new ConcurrentHashMap<>();

    /** Per primary of this JVM, the entries that wait for a look at what it has. */
    private final Map<Primary, Map<Optional<UUID>, TokenEntry>> refreshing = new ConcurrentHashMap<>();

    void addAll(Collection<TokenEntry> added) {
        for (TokenEntry each : added) {
            entries.merge(Optional.ofNullable(each.primary()), each, TokenEntry::and);
        }
    }

    List<TokenEntry> entries() {
        return List.copyOf(entries.values());
    }

    /** Puts what concerns {@code floor}'s primary into the floor, or marks it where only a fence can tell. */
    void assign(Floor floor, Servers servers) {
        if (entries.isEmpty()) {
            return;
        }
        Map<Optional<UUID>, TokenEntry> seen = of(done, floor.primary());
        entries.forEach((named, entry) -> {
            if (seen.get(named) != entry && assign(named, entry, floor, servers)) {
                seen.put(named, entry);
            }
        });
    }

    /** False if the entry has to be looked at again after a fence. */
    private boolean assign(Optional<UUID> named, TokenEntry entry, Floor floor, Servers servers) {
        Primary primary = floor.primary();
        boolean own = named.isPresent() && named.get().equals(primary.serverUuid());
        if (!own && named.isPresent() && servers.isPrimary(named.get())) {
            return true;
        }
        boolean refreshed = of(refreshing, primary).get(named) == entry;
        if (own
                || !Collections.disjoint(
                        primary.known().sources(), entry.position().sources())) {
            floor.raise(entry.position());
        } else if (!entry.position().isEmpty() && !refreshed) {
            // The primary may have got this source since it was last looked at. If not, the source is foreign.
            of(refreshing, primary).put(named, entry);
            floor.mark();
            return false;
        }
        if (entry.marked() && !refreshed) {
            floor.mark();
        }
        return true;
    }

    private static Map<Optional<UUID>, TokenEntry> of(
            Map<Primary, Map<Optional<UUID>, TokenEntry>> maps, Primary primary) {
        return maps.computeIfAbsent(primary, key -> new ConcurrentHashMap<>());
    }
}
