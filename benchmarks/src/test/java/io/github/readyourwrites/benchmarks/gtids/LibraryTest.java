package io.github.readyourwrites.benchmarks.gtids;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.Random;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is compared for speed gives the same answers. */
class LibraryTest {

    private final Random random = new Random(42);

    @ParameterizedTest
    @EnumSource
    void shapesAreWhatTheySay(Shape shape) {
        GtidSet whole = GtidSet.parse(shape.whole());
        assertTrue(whole.contains(GtidSet.parse(shape.last())));
        assertTrue(whole.intersect(GtidSet.parse(shape.others())).isEmpty());
    }

    @ParameterizedTest
    @EnumSource(names = {"BINLOG_CONNECTOR", "DEBEZIUM"})
    void containsAlike(Library library) {
        int contained = 0;
        for (int i = 0; i < 20_000; i++) {
            String whole = randomSet();
            String part = i % 2 == 0 ? randomSet() : randomPart(whole);
            boolean expected = contains(Library.OURS, whole, part);
            assertEquals(expected, contains(library, whole, part), () -> whole + " contains " + part);
            contained += expected ? 1 : 0;
        }
        assertTrue(contained > 2_000 && contained < 18_000, "both answers were there");
    }

    private static boolean contains(Library library, String whole, String part) {
        return library.contains(library.parse(whole), library.parse(part));
    }

    @Test
    void debeziumSubtractsAlikeWhereNoSourceIsMissing() {
        int compared = 0;
        for (int i = 0; i < 20_000; i++) {
            String left = randomSet();
            String right = randomSet();
            if (GtidSet.parse(right).sources().containsAll(GtidSet.parse(left).sources())) {
                assertEquals(difference(Library.OURS, left, right), difference(Library.DEBEZIUM, left, right));
                compared++;
            }
        }
        assertTrue(compared > 5_000, "enough of them");
    }

    /** The control of the one above. */
    @Test
    void debeziumCannotSubtractWhereSourceIsMissing() {
        String left = "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5";
        String right = "3e11fa47-71ca-11e1-9e33-c80aa9429563:1-5";
        assertThrows(NullPointerException.class, () -> difference(Library.DEBEZIUM, left, right));
        assertEquals(GtidSet.parse(left), difference(Library.OURS, left, right));
    }

    private static GtidSet difference(Library library, String left, String right) {
        return GtidSet.parse(
                library.subtract(library.parse(left), library.parse(right)).toString());
    }

    @ParameterizedTest
    @EnumSource
    void debeziumUnitesSetsOfDifferentSourcesAlike(Shape shape) {
        assertEquals(
                union(Library.OURS, shape.whole(), shape.others()),
                union(Library.DEBEZIUM, shape.whole(), shape.others()));
    }

    /** The control of the one above: of a source that both have, the first set's intervals are lost. */
    @Test
    void debeziumUnitesSetsOfOneSourceOtherwise() {
        String source = "3e11fa47-71ca-11e1-9e33-c80aa9429562";
        assertNotEquals(
                union(Library.OURS, source + ":1-5", source + ":9"),
                union(Library.DEBEZIUM, source + ":1-5", source + ":9"));
    }

    private static GtidSet union(Library library, String left, String right) {
        return GtidSet.parse(
                library.union(library.parse(left), library.parse(right)).toString());
    }

    /** In the normal form, which all of them can read. */
    private String randomSet() {
        StringJoiner result = new StringJoiner(",");
        int sources = 1 + random.nextInt(3);
        for (int i = 0; i < sources; i++) {
            StringBuilder source = new StringBuilder("00000000-0000-0000-0000-00000000000" + i);
            int next = 1;
            for (int j = random.nextInt(3); j >= 0; j--) {
                int first = next + random.nextInt(4);
                int last = first + random.nextInt(4);
                source.append(':').append(first);
                source.append(first == last ? "" : "-" + last);
                next = last + 2;
            }
            result.add(source);
        }
        return result.toString();
    }

    private String randomPart(String whole) {
        GtidSet result = GtidSet.parse(whole).intersect(GtidSet.parse(randomSet()));
        return result.isEmpty() ? whole : result.toString().replace("\n", "");
    }
}
