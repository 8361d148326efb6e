package io.github.readyourwrites.loadbalance;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The places at primaries of one statement, by the write data source that each is at: a statement on shards may have
 * several, and parts of it run on other threads. Thread-safe, does not block.
 */
final class HeldPlaces {

    private final Map<String, FallbackPlaces.Place> byDataSource = new ConcurrentHashMap<>();

    void hold(String dataSourceName, FallbackPlaces.Place place) {
        FallbackPlaces.Place before = byDataSource.put(dataSourceName, place);
        if (before != null) {
            before.leave();
        }
    }

    /** The statement's part at this data source runs, for however long. */
    void begun(String dataSourceName) {
        FallbackPlaces.Place place = byDataSource.get(dataSourceName);
        if (place != null) {
            place.begun();
        }
    }

    void leave(String dataSourceName) {
        FallbackPlaces.Place place = byDataSource.remove(dataSourceName);
        if (place != null) {
            place.leave();
        }
    }

    void leaveAll() {
        byDataSource.keySet().forEach(this::leave);
    }
}
