package io.github.readyourwrites.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Every operation against the same operation on single GTIDs. */
class GtidSetAlgebraTest {

    @Property
    void textIsCanonicalAndReadAsTheSameSet(@ForAll("sets") GtidTextFixture each) {
        GtidSet set = each.parsed();

        assertEquals(each.model().canonical(), set.toString());
        assertEquals(set, GtidSet.parse(set.toString()));
        assertEquals(set.hashCode(), GtidSet.parse(set.toString()).hashCode());
    }

    @Property
    void unitesAsSingleGtids(@ForAll("sets") GtidTextFixture left, @ForAll("sets") GtidTextFixture right) {
        assertEquals(
                left.model().combine(right.model(), Set::addAll).canonical(),
                left.parsed().union(right.parsed()).toString());
        assertEquals(left.parsed().union(right.parsed()), right.parsed().union(left.parsed()));
    }

    @Property
    void subtractsAsSingleGtids(@ForAll("sets") GtidTextFixture left, @ForAll("sets") GtidTextFixture right) {
        assertEquals(
                left.model().combine(right.model(), Set::removeAll).canonical(),
                left.parsed().subtract(right.parsed()).toString());
    }

    @Property
    void intersectsAsSingleGtids(@ForAll("sets") GtidTextFixture left, @ForAll("sets") GtidTextFixture right) {
        assertEquals(
                left.model().combine(right.model(), Set::retainAll).canonical(),
                left.parsed().intersect(right.parsed()).toString());
    }

    @Property
    void containsAsSingleGtids(@ForAll("sets") GtidTextFixture left, @ForAll("sets") GtidTextFixture right) {
        assertEquals(
                left.model().gtids().containsAll(right.model().gtids()),
                left.parsed().contains(right.parsed()));
    }

    @Property
    void containsPartsAndLacksWhatWasTakenAway(
            @ForAll("sets") GtidTextFixture left, @ForAll("sets") GtidTextFixture right) {
        GtidSet one = left.parsed();
        GtidSet other = right.parsed();
        GtidSet union = one.union(other);
        GtidSet difference = one.subtract(other);

        assertTrue(union.contains(one) && union.contains(other));
        assertTrue(one.contains(difference) && one.contains(one.intersect(other)));
        assertTrue(difference.intersect(other).isEmpty());
        assertEquals(one, difference.union(one.intersect(other)));
        assertEquals(difference.isEmpty(), other.contains(one));
        assertEquals(difference.contains(one), one.intersect(other).isEmpty());
    }

    @Property
    void countsSingleGtids(@ForAll("sets") GtidTextFixture each) {
        GtidSet set = each.parsed();

        assertEquals(each.model().gtids().size(), set.count());
        assertEquals(each.model().gtids().isEmpty(), set.isEmpty());
    }

    @Property
    void intervalsShownMakeTheSameSetAgain(@ForAll("sets") GtidTextFixture each) {
        GtidSet set = each.parsed();
        GtidSetBuilder builder = GtidSet.builder();
        int[] visits = {0};

        set.forEachInterval((source, tag, first, last) -> {
            builder.add(source, tag, first, last);
            visits[0]++;
        });

        assertEquals(set, builder.build());
        assertEquals(visits[0], set.intervalCount());
    }

    @Property
    void roundsUpToTheFewestIntervalsThatTheKnownSetAllows(
            @ForAll("sets") GtidTextFixture floor, @ForAll("sets") GtidTextFixture seen) {
        GtidSet set = floor.parsed();
        GtidSet known = seen.parsed();

        assertEquals(set.union(closableGaps(set, known)), set.roundUpWithin(known));
    }

    /** By definition: each gap between two neighbours of one source that the known set contains as a whole. */
    private static GtidSet closableGaps(GtidSet set, GtidSet known) {
        List<GtidSet> gaps = new ArrayList<>();
        GtidSource[] source = {new GtidSource(0, 0, "")};
        long[] previous = {0};
        set.forEachInterval((uuid, tag, first, last) -> {
            GtidSource here = new GtidSource(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits(), tag);
            if (here.equals(source[0]) && previous[0] > 0) {
                gaps.add(GtidSet.builder()
                        .add(uuid, tag, previous[0] + 1, first - 1)
                        .build());
            }
            source[0] = here;
            previous[0] = last;
        });
        return gaps.stream().filter(known::contains).reduce(GtidSet.empty(), GtidSet::union);
    }

    @Provide
    Arbitrary<GtidTextFixture> sets() {
        return GtidTextFixture.texts();
    }
}
