package io.github.readyourwrites.gtid;

import io.github.readyourwrites.gtid.Intervals.Operation;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A position: a set of MySQL GTIDs, as in the MySQL manual, section "GTID Format and Storage".
 *
 * <pre>
 * set      := [source] { "," [source] }
 * source   := UUID { ":" ( tag | interval ) }     a tag holds for the intervals up to the next tag
 * interval := n [ "-" m ]                         1 &lt;= n, m &lt; 2^63 - 1; empty if m is less than n
 * tag      := letter or "_", then up to 31 letters, digits, "_"
 * </pre>
 *
 * White space may stand between any two of these; letters may be upper or lower case; intervals and sources may come
 * in any order, overlap and repeat. Sets are normalised once, when they are made: equality, hash code and text are
 * those of the canonical form.
 *
 * <p>Immutable and thread-safe. No method blocks. {@link #contains} allocates nothing.
 */
public final class GtidSet {

    private static final GtidSet EMPTY = new GtidSet(new GtidSource[0], new long[0][]);

    private static final long[] NOTHING = {};

    /** In order, without repetition; each with at least one interval at the same index of {@link #bounds}. */
    private final GtidSource[] sources;

    private final long[][] bounds;

    GtidSet(GtidSource[] sources, long[][] bounds) {
        this.sources = sources;
        this.bounds = bounds;
    }

    /**
     * Returns the set without GTIDs.
     *
     * @return empty set
     */
    public static GtidSet empty() {
        return EMPTY;
    }

    /**
     * Parses what MySQL prints as {@code @@GLOBAL.gtid_executed} and accepts as a set, tags included.
     *
     * <p>Differs from MySQL in numbers alone: they are decimal here. What only MySQL's number reader lets pass (a
     * leading zero for octal, {@code 0x}, a plus sign, {@code 1-} without an end) is refused, not read in another way.
     *
     * @param text set in any accepted form
     * @return that set
     * @throws GtidFormatException if the text is malformed
     */
    public static GtidSet parse(String text) {
        return new GtidSetParser(text, false).parse();
    }

    /**
     * Parses what MySQL prints as {@code @@GLOBAL.gtid_owned}: {@code UUID:n#thread}, where {@code #thread} may be
     * repeated or missing. MySQL writes several sources without a separator, as in {@code …:4#9:3#8aaaaaaaa-…:7#7};
     * this is understood, and a comma as well.
     *
     * @param text owned GTIDs
     * @return GTIDs without their owners
     * @throws GtidFormatException if the text is malformed
     */
    public static GtidSet parseOwned(String text) {
        return new GtidSetParser(text, true).parse();
    }

    /**
     * Starts a set from numbers instead of text.
     *
     * @return new builder
     */
    public static GtidSetBuilder builder() {
        return new GtidSetBuilder();
    }

    /**
     * Tells whether every GTID of another set is in this one; the same as {@code GTID_SUBSET(other, this)}. Takes one
     * pass over the sources and a binary search for each interval of the other set.
     *
     * @param other set that may be contained
     * @return true if nothing of it is missing here
     */
    public boolean contains(GtidSet other) {
        int here = 0;
        for (int i = 0; i < other.sources.length; i++) {
            int order = -1;
            while (here < sources.length && (order = sources[here].compareTo(other.sources[i])) < 0) {
                here++;
            }
            if (order != 0 || !Intervals.contains(bounds[here], other.bounds[i])) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns the GTIDs that are in this set or in another.
     *
     * @param other other set
     * @return union; one of the two themselves if it contains the other
     */
    public GtidSet union(GtidSet other) {
        if (contains(other)) {
            return this;
        }
        return other.contains(this) ? other : combine(other, Operation.UNION);
    }

    /**
     * Returns the GTIDs that are in this set and not in another; the same as {@code GTID_SUBTRACT(this, other)}.
     *
     * @param other set to take away
     * @return difference
     */
    public GtidSet subtract(GtidSet other) {
        return combine(other, Operation.DIFFERENCE);
    }

    /**
     * Returns the GTIDs that are in this set and in another.
     *
     * @param other other set
     * @return intersection
     */
    public GtidSet intersect(GtidSet other) {
        return combine(other, Operation.INTERSECTION);
    }

    /**
     * Shortens this set by rounding up: two neighbouring intervals of a source become one where every GTID between
     * them is known. The result contains this set, adds nothing that is not in {@code known}, and stays within the
     * first and last number that this set has of each source.
     *
     * @param known GTIDs that may be added
     * @return this set or one with fewer intervals
     */
    public GtidSet roundUpWithin(GtidSet known) {
        long[][] joined = new long[bounds.length][];
        boolean changed = false;
        for (int i = 0; i < sources.length; i++) {
            int index = Arrays.binarySearch(known.sources, sources[i]);
            joined[i] = index < 0 ? bounds[i] : Intervals.joinWithin(bounds[i], known.bounds[index]);
            changed |= joined[i].length != bounds[i].length;
        }
        return changed ? new GtidSet(sources, joined) : this;
    }

    /**
     * Tells whether there is no GTID in this set.
     *
     * @return true if empty
     */
    public boolean isEmpty() {
        return sources.length == 0;
    }

    /**
     * Counts the GTIDs.
     *
     * @return number of GTIDs, {@link Long#MAX_VALUE} if there are more
     */
    public long count() {
        long result = 0;
        for (long[] each : bounds) {
            long count = Intervals.count(each);
            result = count > Long.MAX_VALUE - result ? Long.MAX_VALUE : result + count;
        }
        return result;
    }

    /**
     * Counts the intervals of the canonical form, which is what the size of a set's text and token depends on.
     *
     * @return number of intervals over all sources
     */
    public int intervalCount() {
        int result = 0;
        for (long[] each : bounds) {
            result += each.length / 2;
        }
        return result;
    }

    /**
     * Returns the servers that this set has GTIDs of.
     *
     * @return unmodifiable set of server UUIDs in canonical order, whatever their tags
     */
    public Set<UUID> sources() {
        Set<UUID> result = new LinkedHashSet<>();
        for (GtidSource each : sources) {
            result.add(each.uuid());
        }
        return Collections.unmodifiableSet(result);
    }

    /**
     * Shows every interval to a visitor, in canonical order: by UUID, tag and number.
     *
     * @param visitor called once for each interval, on this thread
     */
    public void forEachInterval(GtidIntervalVisitor visitor) {
        for (int i = 0; i < sources.length; i++) {
            UUID uuid = sources[i].uuid();
            for (int j = 0; j < bounds[i].length; j += 2) {
                visitor.visit(uuid, sources[i].tag(), bounds[i][j], bounds[i][j + 1] - 1);
            }
        }
    }

    @Override
    public boolean equals(@Nullable Object object) {
        return object instanceof GtidSet other
                && Arrays.equals(sources, other.sources)
                && Arrays.deepEquals(bounds, other.bounds);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(sources) + Arrays.deepHashCode(bounds);
    }

    /**
     * Returns MySQL's canonical form, on one line: where MySQL starts a new line after a comma, this does not.
     *
     * @return text that {@link #parse} and MySQL read as this set
     */
    @Override
    public String toString() {
        StringBuilder result = new StringBuilder(64 * sources.length);
        for (int i = 0; i < sources.length; i++) {
            if (i == 0 || !sources[i].hasUuidOf(sources[i - 1])) {
                result.append(i == 0 ? "" : ",").append(sources[i].uuid());
            }
            if (!sources[i].tag().isEmpty()) {
                result.append(':').append(sources[i].tag());
            }
            for (int j = 0; j < bounds[i].length; j += 2) {
                long first = bounds[i][j];
                long last = bounds[i][j + 1] - 1;
                result.append(':').append(first);
                if (last > first) {
                    result.append('-').append(last);
                }
            }
        }
        return result.toString();
    }

    private GtidSet combine(GtidSet other, Operation operation) {
        GtidSource[] resultSources = new GtidSource[sources.length + other.sources.length];
        long[][] resultBounds = new long[resultSources.length][];
        int size = 0;
        int left = 0;
        int right = 0;
        while (left < sources.length || right < other.sources.length) {
            int order = compareAt(left, other, right);
            resultSources[size] = order <= 0 ? sources[left] : other.sources[right];
            long[] leftBounds = order <= 0 ? bounds[left++] : NOTHING;
            long[] rightBounds = order >= 0 ? other.bounds[right++] : NOTHING;
            resultBounds[size] = Intervals.combine(leftBounds, rightBounds, operation);
            if (resultBounds[size].length > 0) {
                size++;
            }
        }
        return size == 0 ? EMPTY : new GtidSet(Arrays.copyOf(resultSources, size), Arrays.copyOf(resultBounds, size));
    }

    private int compareAt(int left, GtidSet other, int right) {
        if (left == sources.length) {
            return 1;
        }
        return right == other.sources.length ? -1 : sources[left].compareTo(other.sources[right]);
    }
}
