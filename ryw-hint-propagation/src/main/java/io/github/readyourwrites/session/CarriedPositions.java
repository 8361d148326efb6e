package io.github.readyourwrites.session;

import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import java.util.Collection;
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
    private final Map<Optional<UUID>, CarriedPosition> positions = new ConcurrentHashMap<>();

    void addAll(Collection<TokenEntry> added) {
        for (TokenEntry each : added) {
            positions.merge(
                    Optional.ofNullable(each.primary()), new CarriedPosition(each), (old, ignored) -> old.and(each));
        }
    }

    boolean isEmpty() {
        return positions.isEmpty();
    }

    /** What tokens brought, assigned or not. */
    List<TokenEntry> entries() {
        return positions.values().stream().map(CarriedPosition::entry).toList();
    }

    /** What no floor stands for yet, of {@code primaries} or at all: a token handed on has to say it again. */
    List<TokenEntry> unassigned(Collection<Primary> primaries) {
        return positions.values().stream()
                .filter(each -> !each.isAssigned(primaries))
                .map(CarriedPosition::entry)
                .toList();
    }

    /** Puts what concerns {@code floor}'s primary into the floor, or marks it where only a fence can tell. */
    void assign(Floor floor, Servers servers) {
        positions.values().forEach(each -> each.assign(floor, servers));
    }
}
