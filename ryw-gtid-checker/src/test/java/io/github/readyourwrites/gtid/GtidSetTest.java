package io.github.readyourwrites.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class GtidSetTest {

    private static final String A = "0a000000-0000-0000-0000-00000000000a";

    private static final String B = "b0000000-0000-0000-0000-00000000000b";

    @Test
    void emptySetIsInEverySetAndContainsOnlyItself() {
        assertTrue(GtidSet.empty().isEmpty());
        assertEquals(0, GtidSet.empty().count());
        assertEquals(0, GtidSet.empty().intervalCount());
        assertEquals("", GtidSet.empty().toString());
        assertTrue(GtidSet.empty().contains(GtidSet.empty()));
        assertTrue(set(A + ":1").contains(GtidSet.empty()));
        assertFalse(GtidSet.empty().contains(set(A + ":1")));
        assertEquals(GtidSet.empty(), set(A + ":1").subtract(set(A + ":1-3")));
    }

    @Test
    void printsSourcesInTheOrderOfTheirBytes() {
        assertEquals(A + ":2," + B + ":1", set(B + ":1," + A + ":2").toString());
    }

    @Test
    void printsUntaggedIntervalsFirstAndEachUuidOnce() {
        String text = A + ":tag:7:9," + B + ":x:1," + A + ":1-5:_t:2-3";

        assertEquals(A + ":1-5:_t:2-3:tag:7:9," + B + ":x:1", set(text).toString());
    }

    @Test
    void comparesAndHashesTheCanonicalForm() {
        GtidSet one = set(A + ":1-3:7");
        GtidSet same = set(A.toUpperCase(Locale.ROOT) + ":7 , " + A + ":2-3:1-2");

        assertEquals(one, same);
        assertEquals(one.hashCode(), same.hashCode());
        assertNotEquals(one, set(A + ":1-3:8"));
        assertNotEquals(one, set(B + ":1-3:7"));
        assertNotEquals(one, set(A + ":t:1-3:7"));
        assertNotEquals(one, (Object) one.toString());
    }

    @Test
    void tagsAreSourcesOfTheirOwn() {
        assertFalse(set(A + ":1-9").contains(set(A + ":t:1")));
        assertFalse(set(A + ":t:1-9").contains(set(A + ":1")));
        assertEquals(set(A + ":1-9:t:1"), set(A + ":1-9").union(set(A + ":t:1")));
        assertEquals(
                List.of(UUID.fromString(A)), List.copyOf(set(A + ":1:t:1:u:1").sources()));
    }

    @Test
    void subtractsFromTheMiddleOfAnInterval() {
        assertEquals(
                A + ":1-3:6-10",
                set(A + ":1-10").subtract(set(A + ":4-5," + B + ":1")).toString());
    }

    @Test
    void intersectsIntervalByInterval() {
        assertEquals(
                A + ":3:5-6",
                set(A + ":1-3:5-8," + B + ":1").intersect(set(A + ":3-6")).toString());
    }

    @Test
    void unionOfSetAndSubsetIsTheSetItself() {
        GtidSet big = set(A + ":1-10");

        assertSame(big, big.union(set(A + ":2-3")));
        assertSame(big, set(A + ":2-3").union(big));
    }

    @Test
    void countsGtidsAndIntervals() {
        GtidSet set = set(A + ":1-10:20:t:5-6," + B + ":3");

        assertEquals(14, set.count());
        assertEquals(4, set.intervalCount());
    }

    @Test
    void countStopsAtTheLargestLong() {
        GtidSet whole = set(A + ":1-9223372036854775806");

        assertEquals(9223372036854775806L, whole.count());
        assertEquals(Long.MAX_VALUE, whole.union(set(B + ":5")).count());
        assertEquals(Long.MAX_VALUE, whole.union(set(B + ":5-6")).count());
    }

    @Test
    void keepsTheLastNumberThatMySqlHas() {
        GtidSet last = set(A + ":9223372036854775806");

        assertEquals(
                A + ":9223372036854775804-9223372036854775806",
                set(A + ":9223372036854775804-9223372036854775805").union(last).toString());
        assertFalse(set(A + ":1-9223372036854775805").contains(last));
        assertEquals(GtidSet.empty(), last.subtract(last));
    }

    @Test
    void visitsIntervalsInCanonicalOrder() {
        List<String> seen = new ArrayList<>();

        set(B + ":5:1-2," + A + ":t:7:4")
                .forEachInterval((source, tag, first, last) -> seen.add(source + "/" + tag + "/" + first + "/" + last));

        assertEquals(List.of(A + "/t/4/4", A + "/t/7/7", B + "//1/2", B + "//5/5"), seen);
    }

    @Test
    void sourcesCannotBeChanged() {
        assertThrows(
                UnsupportedOperationException.class,
                () -> set(A + ":1").sources().clear());
    }

    @Test
    void roundsUpOnlyWhereTheWholeGapIsKnown() {
        GtidSet floor = set(A + ":3:5:8:12," + B + ":1:3");
        GtidSet known = set(A + ":1-6:9-11:20");

        assertEquals(A + ":3-5:8-12," + B + ":1:3", floor.roundUpWithin(known).toString());
    }

    @Test
    void roundsUpNothingThatIsKnownUnderAnotherTag() {
        GtidSet floor = set(A + ":1:3:t:1:3");

        assertEquals(A + ":1:3:t:1-3", floor.roundUpWithin(set(A + ":t:1-9")).toString());
    }

    @Test
    void roundingUpWithoutEffectReturnsTheSameSet() {
        GtidSet floor = set(A + ":1:4");

        assertSame(floor, floor.roundUpWithin(set(A + ":1-2:4")));
        assertSame(floor, floor.roundUpWithin(GtidSet.empty()));
    }

    private static GtidSet set(String text) {
        return GtidSet.parse(text);
    }
}
