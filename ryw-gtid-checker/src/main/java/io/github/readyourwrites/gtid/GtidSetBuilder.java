package io.github.readyourwrites.gtid;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Collects intervals in any order, overlapping or not, and makes a {@link GtidSet} of their union. Not thread-safe.
 */
public final class GtidSetBuilder {

    private final Map<GtidSource, Collected> bySource = new TreeMap<>();

    GtidSetBuilder() {}

    /**
     * Adds an interval.
     *
     * @param source UUID of the server that the transactions come from
     * @param tag tag in any case, empty if untagged
     * @param first first transaction number, at least 1
     * @param last last transaction number, inclusive, at least {@code first} and less than {@link Long#MAX_VALUE}
     * @return this builder
     * @throws IllegalArgumentException if a number is out of range or the tag is not one of MySQL's
     */
    public GtidSetBuilder add(UUID source, String tag, long first, long last) {
        if (first < 1 || last < first || last > Intervals.MAX_NUMBER) {
            throw new IllegalArgumentException("Not an interval of transaction numbers: " + first + " to " + last);
        }
        GtidSource key = new GtidSource(
                source.getMostSignificantBits(), source.getLeastSignificantBits(), tag.toLowerCase(Locale.ROOT));
        add(key, first, last);
        return this;
    }

    /**
     * Makes the set.
     *
     * @return union of what was added
     */
    public GtidSet build() {
        int size = bySource.size();
        if (size == 0) {
            return GtidSet.empty();
        }
        GtidSource[] sources = bySource.keySet().toArray(new GtidSource[0]);
        long[][] bounds = new long[size][];
        int i = 0;
        for (Collected each : bySource.values()) {
            bounds[i++] = each.normalise();
        }
        return new GtidSet(sources, bounds);
    }

    void add(GtidSource source, long first, long last) {
        bySource.computeIfAbsent(source, ignored -> new Collected()).add(first, last + 1);
    }

    private static final class Collected {

        private long[] starts = new long[2];

        private long[] ends = new long[2];

        private int size;

        void add(long start, long end) {
            if (size > 0 && ends[size - 1] == start) {
                ends[size - 1] = end;
                return;
            }
            if (size == starts.length) {
                starts = Arrays.copyOf(starts, 2 * size);
                ends = Arrays.copyOf(ends, 2 * size);
            }
            starts[size] = start;
            ends[size++] = end;
        }

        long[] normalise() {
            return Intervals.normalise(Arrays.copyOf(starts, size), Arrays.copyOf(ends, size));
        }
    }
}
