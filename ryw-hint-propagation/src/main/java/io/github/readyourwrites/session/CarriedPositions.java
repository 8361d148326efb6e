package io.github.readyourwrites.session;

import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * What tokens brought into a session. A position belongs to servers and not to names, so it waits here until a read asks
 * for a primary: only then is it known which sources that primary has. Holds one entry per primary that tokens named,
 * however many tokens came. Thread-safe.
 */
final class CarriedPositions {

    /** One per primary that tokens named, and one for those that named none. Written under this. */
    private volatile List<CarriedPosition> positions = List.of();

    synchronized void addAll(Collection<TokenEntry> added) {
        Map<Optional<UUID>, CarriedPosition> byPrimary = new LinkedHashMap<>();
        positions.forEach(each -> byPrimary.put(Optional.ofNullable(each.entry().primary()), each));
        for (TokenEntry each : added) {
            byPrimary.merge(
                    Optional.ofNullable(each.primary()), new CarriedPosition(each), (old, ignored) -> old.and(each));
        }
        positions = List.copyOf(byPrimary.values());
    }

    boolean isEmpty() {
        return positions.isEmpty();
    }

    /** What tokens brought, assigned or not. */
    List<TokenEntry> entries() {
        return positions.stream().map(CarriedPosition::entry).toList();
    }

    /** What no floor stands for yet, of {@code primaries} or at all: a token handed on has to say it again. */
    List<TokenEntry> unassigned(Collection<Primary> primaries) {
        return positions.stream()
                .filter(each -> !each.isAssigned(primaries))
                .map(CarriedPosition::entry)
                .toList();
    }

    /** Puts what concerns {@code floor}'s primary into the floor, or marks it where only a fence can tell. */
    void assign(Floor floor, Servers servers) {
        List<CarriedPosition> current = positions;
        for (int i = 0; i < current.size(); i++) {
            current.get(i).assign(floor, servers);
        }
    }
}
