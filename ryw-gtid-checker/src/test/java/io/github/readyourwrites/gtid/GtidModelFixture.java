package io.github.readyourwrites.gtid;

import java.util.Comparator;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** What a set of GTIDs is by definition: one element for each. Slow, and simple enough to be right. */
record GtidModelFixture(SortedSet<Gtid> gtids) {

    GtidModelFixture {
        gtids = new TreeSet<>(gtids);
    }

    GtidModelFixture combine(GtidModelFixture other, BiConsumer<SortedSet<Gtid>, SortedSet<Gtid>> operation) {
        SortedSet<Gtid> result = new TreeSet<>(gtids);
        operation.accept(result, other.gtids);
        return new GtidModelFixture(result);
    }

    String canonical() {
        StringBuilder result = new StringBuilder();
        Gtid previous = new Gtid("", "", 0);
        for (Gtid each : gtids) {
            boolean sameUuid = each.uuid.equals(previous.uuid);
            boolean sameSource = sameUuid && each.tag.equals(previous.tag);
            if (!sameUuid) {
                result.append(result.isEmpty() ? "" : ",").append(each.uuid);
            }
            if (!sameSource && !each.tag.isEmpty()) {
                result.append(':').append(each.tag);
            }
            if (!sameSource || !gtids.contains(each.plus(-1))) {
                result.append(':').append(each.number);
            }
            if (gtids.contains(each.plus(-1)) && !gtids.contains(each.plus(1))) {
                result.append('-').append(each.number);
            }
            previous = each;
        }
        return result.toString();
    }

    record Gtid(String uuid, String tag, long number) implements Comparable<Gtid> {

        private static final Comparator<Gtid> ORDER =
                Comparator.comparing(Gtid::uuid).thenComparing(Gtid::tag).thenComparing(Gtid::number);

        Gtid plus(long distance) {
            return new Gtid(uuid, tag, number + distance);
        }

        @Override
        public int compareTo(Gtid other) {
            return ORDER.compare(this, other);
        }
    }
}
