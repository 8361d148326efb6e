package io.github.readyourwrites.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Faults that published GTID set classes for Java have had; each would here have let a stale read pass, or failed. */
class GtidSetForeignFaultsTest {

    private static final String A = "24bc7850-2c16-11e6-a073-0242ac110002";

    @Test
    void joinsEveryPairOfTouchingIntervalsNotOnlyTheFirst() {
        GtidSet set = GtidSet.parse(A + ":1-2:3-4:5-6:8-9:10:11-20");

        assertEquals(A + ":1-6:8-20", set.toString());
        assertTrue(set.contains(GtidSet.parse(A + ":1-6:8-20")));
    }

    @Test
    void joinsAnIntervalThatSpansSeveralOthers() {
        assertEquals(
                A + ":1-100", GtidSet.parse(A + ":1-100:2-3:5:50-60:99-100").toString());
    }

    @Test
    void keepsAllIntervalsOfARepeatedUuid() {
        GtidSet set = GtidSet.parse(A + ":1-3," + A + ":7-9");

        assertEquals(A + ":1-3:7-9", set.toString());
        assertTrue(set.contains(GtidSet.parse(A + ":1")));
    }

    @Test
    void readsTheLineBreaksThatMySqlPrints() {
        assertEquals(
                2,
                GtidSet.parse(A + ":1,\n24bc7850-2c16-11e6-a073-0242ac110003:1\n")
                        .count());
    }

    @Test
    void readsTagsOfMySql83() {
        assertEquals(4, GtidSet.parse(A + ":1-3:backup:5").count());
    }

    @Test
    void intervalThatEndsBeforeItsStartIsEmptyAsOnTheServer() {
        GtidSet set = GtidSet.parse(A + ":9-1:20");

        assertEquals(A + ":20", set.toString());
        assertFalse(set.contains(GtidSet.parse(A + ":9")));
        assertFalse(set.contains(GtidSet.parse(A + ":1")));
    }

    @Test
    void unionAddsAndNeverReplaces() {
        GtidSet set = GtidSet.parse(A + ":1-3").union(GtidSet.parse(A + ":7"));

        assertEquals(A + ":1-3:7", set.toString());
    }

    @Test
    void subsetIsJudgedOverTheUnionOfTouchingIntervals() {
        assertTrue(GtidSet.parse(A + ":1-3:4-7").contains(GtidSet.parse(A + ":2-6")));
    }
}
