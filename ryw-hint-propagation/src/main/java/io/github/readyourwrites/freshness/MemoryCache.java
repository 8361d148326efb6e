package io.github.readyourwrites.freshness;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A guarded cache in this JVM's memory, which keeps the values that were used last, and a fixed number of stamps: keys that
 * share one refuse each other's fills, and nothing else. For one instance, and for tests: other instances' writes are not
 * known here. Thread-safe.
 */
public final class MemoryCache<V> implements GuardedCache<V> {

    private final Map<String, V> values = new LinkedHashMap<>(16, 0.75f, true);

    private final String[] stamps;

    private final int maxValues;

    /**
     * An empty cache.
     *
     * @param maxValues how many values it keeps
     * @param stamps how many stamps it has, of at most 1,024 characters each
     */
    public MemoryCache(int maxValues, int stamps) {
        if (maxValues < 1 || stamps < 1) {
            throw new IllegalArgumentException(
                    "maxValues is " + maxValues + " and stamps is " + stamps + ": both must be at least 1");
        }
        this.maxValues = maxValues;
        this.stamps = new String[stamps];
        Arrays.fill(this.stamps, "");
    }

    private int slot(String key) {
        return Math.floorMod(key.hashCode(), stamps.length);
    }

    @Override
    public synchronized CachedValue<V> get(String key) {
        return new CachedValue<>(values.get(key), stamps[slot(key)]);
    }

    @Override
    public synchronized boolean fill(String key, String stamp, V value) {
        if (!stamps[slot(key)].equals(stamp)) {
            return false;
        }
        values.put(key, value);
        if (values.size() > maxValues) {
            values.remove(values.keySet().iterator().next());
        }
        return true;
    }

    @Override
    public synchronized boolean invalidate(String key, String expected, String stamp) {
        if (!stamps[slot(key)].equals(expected)) {
            return false;
        }
        stamps[slot(key)] = stamp;
        values.remove(key);
        return true;
    }

    /** How many values there are. */
    synchronized int size() {
        return values.size();
    }
}
