package io.github.readyourwrites.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GtidSetOwnedTest {

    private static final String A = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa";

    private static final String B = "12345678-1234-1234-1234-123456789abc";

    private static final String C = "99999999-9999-9999-9999-999999999999";

    /** Seen on MySQL 8.0.15: four GTIDs of three sources owned by connections 7 to 10. */
    @Test
    void readsSourcesThatMySqlWritesWithoutSeparator() {
        GtidSet owned = GtidSet.parseOwned(B + ":4#9:3#8" + C + ":1#10" + A + ":7#7");

        assertEquals(GtidSet.parse(A + ":7," + B + ":3-4," + C + ":1"), owned);
    }

    @Test
    void readsNothingOwned() {
        assertEquals(GtidSet.empty(), GtidSet.parseOwned(""));
    }

    @Test
    void readsOneGtidOwnedByManyThreads() {
        assertEquals(GtidSet.parse(A + ":7"), GtidSet.parseOwned(A + ":7#1:7#2#3"));
    }

    @Test
    void readsWhatASessionOwns() {
        assertEquals(GtidSet.parse(A + ":7"), GtidSet.parseOwned(A + ":7"));
    }

    @Test
    void readsTags() {
        assertEquals(
                GtidSet.parse(A + ":t:7:9," + B + ":1"),
                GtidSet.parseOwned(A + ":t:7#1:9#2" + A + ":T:9#4294967295," + B + ":1#5"));
    }

    @Test
    void readsWhiteSpaceAndCommas() {
        assertEquals(
                GtidSet.parse(A + ":7-8," + B + ":1"),
                GtidSet.parseOwned(" " + A + " : 7 # 1 # 2 : 8 # 3 ,\n" + B + ":1#1 "));
    }

    @Test
    void readsASourceWithoutNumbersAsEmpty() {
        assertEquals(GtidSet.parse(A + ":7"), GtidSet.parseOwned(A + ":7#1" + B));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                A + ":7#",
                A + ":7#x",
                A + ":7#-",
                A + ":7#1a",
                A + ":7##1",
                A + ":7#1 2",
                A + ":7#2345678-1234-1234-1234-123456789abc:1",
                A + ":7#" + B + ":1",
                A + "#1"
            })
    void refusesWhatIsMalformed(String text) {
        assertThrows(GtidFormatException.class, () -> GtidSet.parseOwned(text));
    }
}
