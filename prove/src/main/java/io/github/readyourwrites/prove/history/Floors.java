package io.github.readyourwrites.prove.history;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The greatest version of each key that must be seen: once with all that was acknowledged, once with only what is still
 * there at the end. A report of lost writes makes the former the latter.
 */
final class Floors {

    private final Map<Integer, Known> all = new HashMap<>();

    private final Map<Integer, Known> surviving = new HashMap<>();

    void raise(int key, Known known, boolean survives) {
        raise(all, key, known);
        if (survives) {
            raise(surviving, key, known);
        }
    }

    private static void raise(Map<Integer, Known> floors, int key, Known known) {
        floors.merge(key, known, (old, added) -> added.version() > old.version() ? added : old);
    }

    void raiseThrough(Handover handover, Floors given, boolean survivingOnly) {
        given.surviving.forEach((key, known) -> raise(key, known.through(handover), true));
        if (!survivingOnly) {
            given.all.forEach((key, known) -> raise(all, key, known.through(handover)));
        }
    }

    Floors copy() {
        Floors result = new Floors();
        result.all.putAll(all);
        result.surviving.putAll(surviving);
        return result;
    }

    void reportLost() {
        all.clear();
        all.putAll(surviving);
    }

    @Nullable
    Known find(int key) {
        return all.get(key);
    }

    @Nullable
    Known findSurviving(int key) {
        return surviving.get(key);
    }
}
