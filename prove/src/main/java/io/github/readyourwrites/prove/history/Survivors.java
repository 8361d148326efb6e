package io.github.readyourwrites.prove.history;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which writes are there at the end. Of one that changed nothing there is no trace: it is there if a later version is that
 * was being written by then.
 */
final class Survivors {

    private final Map<Integer, Set<Long>> present;

    /** Per key, begins of the writes that are there, by version. */
    private final Map<Integer, TreeMap<Long, Long>> begins = new HashMap<>();

    Survivors(Map<Integer, Set<Long>> present, Collection<Event> events) {
        this.present = present;
        for (Event each : events) {
            if (each instanceof Write write && isPresent(write)) {
                begins.computeIfAbsent(write.key(), key -> new TreeMap<>()).put(write.version(), write.begin());
            }
        }
    }

    private boolean isPresent(Write write) {
        return containsVersion(write.key(), write.version());
    }

    boolean containsVersion(int key, long version) {
        return version == 0 || present.getOrDefault(key, Set.of()).contains(version);
    }

    boolean contains(Write write) {
        if (write.changed()) {
            return isPresent(write);
        }
        TreeMap<Long, Long> ofKey = begins.get(write.key());
        return ofKey != null && ofKey.tailMap(write.version()).values().stream().anyMatch(begin -> begin < write.end());
    }

    /** The acknowledged writes of {@code instance} that had a transaction of their own and are gone. */
    List<Write> lost(String instance, Collection<Event> events) {
        return events.stream()
                .filter(each -> each instanceof Write write
                        && write.instance().equals(instance)
                        && write.isAcknowledged()
                        && write.changed()
                        && !isPresent(write))
                .map(Write.class::cast)
                .toList();
    }
}
