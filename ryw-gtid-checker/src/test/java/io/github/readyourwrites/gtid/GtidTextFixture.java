package io.github.readyourwrites.gtid;

import io.github.readyourwrites.gtid.GtidModelFixture.Gtid;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** A set in one of its many spellings, and what it means. */
record GtidTextFixture(String text, GtidModelFixture model) {

    /** On both sides of the sign bit of either half, so that a signed comparison shows. */
    static final List<String> UUIDS = List.of(
            "00000000-0000-0000-0000-000000000001",
            "00000000-0000-0000-8000-000000000001",
            "7fffffff-ffff-ffff-7fff-ffffffffffff",
            "abcdef01-2345-6789-abcd-ef0123456789");

    private static final List<String> TAGS = List.of("", "_", "a", "tag_1");

    GtidSet parsed() {
        return GtidSet.parse(text);
    }

    @Override
    public String toString() {
        return '"' + text + '"';
    }

    static Arbitrary<GtidTextFixture> texts() {
        Arbitrary<List<Part>> parts = Combinators.combine(
                        Arbitraries.of(UUIDS),
                        Arbitraries.of(TAGS),
                        Arbitraries.frequency(Tuple.of(9, 0L), Tuple.of(1, Intervals.MAX_NUMBER - 48)),
                        Arbitraries.longs().between(1, 40),
                        Arbitraries.longs().between(-2, 8))
                .as(Part::new)
                .list()
                .ofMaxSize(12);
        Arbitrary<List<String>> blanks =
                Arbitraries.of("", "", "", " ", "\n", "\t ", "\r\n").list().ofSize(7);
        return Combinators.combine(parts, blanks, Arbitraries.of(true, false), Arbitraries.of(",", ",,", ",\n"))
                .as(GtidTextFixture::spell)
                .withoutEdgeCases();
    }

    private static GtidTextFixture spell(List<Part> parts, List<String> blanks, boolean upperCase, String comma) {
        Iterator<String> blank =
                Stream.generate(() -> blanks).flatMap(List::stream).iterator();
        StringBuilder text = new StringBuilder();
        SortedSet<Gtid> gtids = new TreeSet<>();
        String uuid = "";
        String tag = "";
        for (Part each : parts) {
            text.append(blank.next());
            if (!each.uuid.equals(uuid) || (each.tag.isEmpty() && !tag.isEmpty())) {
                text.append(text.toString().isBlank() ? "" : comma)
                        .append(blank.next())
                        .append(each.uuid);
                tag = "";
            }
            if (!each.tag.equals(tag)) {
                text.append(blank.next()).append(':').append(blank.next()).append(each.tag);
            }
            text.append(blank.next()).append(':').append(blank.next()).append(each.first());
            if (each.length != 0) {
                text.append(blank.next()).append('-').append(blank.next()).append(each.last());
            }
            for (long number = each.first(); number <= each.last(); number++) {
                gtids.add(new Gtid(each.uuid, each.tag, number));
            }
            uuid = each.uuid;
            tag = each.tag;
        }
        text.append(blank.next());
        String spelled = upperCase ? text.toString().toUpperCase(Locale.ROOT) : text.toString();
        return new GtidTextFixture(spelled, new GtidModelFixture(gtids));
    }

    private record Part(String uuid, String tag, long base, long offset, long length) {

        long first() {
            return base + offset;
        }

        long last() {
            return Math.max(0, first() + length);
        }
    }
}
