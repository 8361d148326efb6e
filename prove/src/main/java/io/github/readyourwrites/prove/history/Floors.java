package io.github.readyourwrites.prove.history;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The greatest version of each key that must be seen: once with all that was acknowledged, once with only what is still
 * there at the end. A report of lost writes makes the former the latter.
 */
final class Floors {

    private final Map<Integer, Known> all;

    private final Map<Integer, Known> surviving;

    Floors() {
        this(new HashMap<>(), new HashMap<>());
    }

    private Floors(Map<Integer, Known> all, Map<Integer, Known> surviving) {
        this.all = all;
        this.surviving = surviving;
    }

    void raise(int key, Known known, boolean survives) {
        if (isNews(all, key, known)) {
            all.put(key, known);
        }
        if (survives && isNews(surviving, key, known)) {
            surviving.put(key, known);
        }
    }

    private static boolean isNews(Map<Integer, Known> floors, int key, Known known) {
        Known old = floors.get(key);
        return old == null || known.version() > old.version();
    }

    void raiseThrough(Event way, Floors given, boolean survivingOnly) {
        raiseThrough(way, given.surviving, surviving);
        raiseThrough(way, survivingOnly ? given.surviving : given.all, all);
    }

    private static void raiseThrough(Event way, Map<Integer, Known> given, Map<Integer, Known> raised) {
        given.forEach((key, known) -> {
            if (isNews(raised, key, known)) {
                raised.put(key, known.through(way));
            }
        });
    }

    Floors copy() {
        return new Floors(new HashMap<>(all), new HashMap<>(surviving));
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
