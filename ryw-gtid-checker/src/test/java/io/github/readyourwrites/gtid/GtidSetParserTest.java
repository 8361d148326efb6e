package io.github.readyourwrites.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** In these tables {@code A} and {@code B} stand for UUIDs. */
class GtidSetParserTest {

    private static final String A = "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa";

    private static final String B = "12345678-1234-1234-1234-123456789abc";

    @TestFactory
    List<DynamicTest> acceptsWhatMySqlAccepts() {
        return List.of(
                accepted("", ""),
                accepted(" \t\r\n", ""),
                accepted(",", ""),
                accepted(" , ,, ", ""),
                accepted("A:1,", "A:1"),
                accepted(",A:1", "A:1"),
                accepted("A", ""),
                accepted("A,,B:3", "B:3"),
                accepted("A:1-3:5", "A:1-3:5"),
                accepted("A:1,\nB:2", "B:2,A:1"),
                accepted("  A : 1 - 3 : 5 , B\t:\u000b7\f", "B:7,A:1-3:5"),
                accepted("AAAAAAAA-aaaa-AAAA-aaaa-AAAAAAAAAAAA:1", "A:1"),
                accepted("A:7:1-3:5-6:2-4", "A:1-7"),
                accepted("A:1-2:3-4", "A:1-4"),
                accepted("A:5-3", ""),
                accepted("A:1-0", ""),
                accepted("A:9-1:7,B:2", "B:2,A:7"),
                accepted("A:9223372036854775806", "A:9223372036854775806"),
                accepted("A:1-9223372036854775806", "A:1-9223372036854775806"));
    }

    @TestFactory
    List<DynamicTest> acceptsTags() {
        return List.of(
                accepted("A:tag:1", "A:tag:1"),
                accepted("A:1:tag:2:4-5", "A:1:tag:2:4-5"),
                accepted("A:b:1:a:2:b:2:_0:9", "A:_0:9:a:2:b:1-2"),
                accepted("A: Tag : 1 , A : TAG:2", "A:tag:1-2"),
                accepted("A:tag:1,A:2", "A:2:tag:1"),
                accepted("A:tag", ""),
                accepted("A:abcdefghijklmnopqrstuvwxyz_01234:1", "A:abcdefghijklmnopqrstuvwxyz_01234:1"));
    }

    @TestFactory
    List<DynamicTest> refusesWhatIsMalformed() {
        return List.of(
                refused("x", 0, "expected a hexadecimal digit of a UUID"),
                refused("A:", 37, "expected a transaction number or a tag"),
                refused("A::1", 37, "expected a transaction number or a tag"),
                refused("A:1:", 39, "expected a transaction number or a tag"),
                refused("A:-1", 37, "expected a transaction number or a tag"),
                refused("A:0", 37, "a transaction number is at least 1"),
                refused("A:0-3", 37, "a transaction number is at least 1"),
                refused("A:9223372036854775807", 37, "a transaction number is at most 9223372036854775806"),
                refused("A:1-9223372036854775807", 39, "a transaction number is at most 9223372036854775806"),
                refused("A:1-99999999999999999999", 39, "a transaction number is at most 9223372036854775806"),
                refused("A:1-3-5", 40, "expected ',' or ':' or the end"),
                refused("A:1 2", 39, "expected ',' or ':' or the end"),
                refused("A:1 B:2", 39, "expected ',' or ':' or the end"),
                refused("A:1;", 38, "expected ',' or ':' or the end"),
                refused("A:1#2", 38, "expected ',' or ':' or the end"),
                refused("A:\u0661", 37, "expected a transaction number or a tag"),
                refused("A\0:1", 36, "expected ',' or ':' or the end"),
                refused("\uff41aaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa:1", 0, "expected a hexadecimal digit of a UUID"),
                refused("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa:1", 8, "expected '-' within a UUID"),
                refused("{A}:1", 0, "expected a hexadecimal digit of a UUID"),
                refused("aaaaaaaa-aaaa", 13, "expected '-' within a UUID"),
                refused("A:tag:", 41, "expected a transaction number or a tag"),
                refused("A:tag-1", 40, "expected ',' or ':' or the end"),
                refused("A:1tag:2", 38, "expected ',' or ':' or the end"),
                refused("A:abcdefghijklmnopqrstuvwxyz_012345:1", 70, "a tag has at most 32 characters"));
    }

    /** MySQL lets these pass: octal, hexadecimal, a sign, and no end, which it takes for 0. */
    @TestFactory
    List<DynamicTest> refusesNumbersThatAreNotDecimal() {
        return List.of(
                refused("A:010", 37, "a number starts with 0, which MySQL reads as octal"),
                refused("A:1-010", 39, "a number starts with 0, which MySQL reads as octal"),
                refused("A:0x10", 37, "a transaction number is at least 1"),
                refused("A:1-0x10", 40, "expected ',' or ':' or the end"),
                refused("A:+5", 37, "expected a transaction number or a tag"),
                refused("A:1-", 39, "expected the last transaction number of an interval"));
    }

    @Test
    void messageHasPositionReasonAndExcerptOnly() {
        String text = "\n" + A + ":1-3:x!" + "0".repeat(1_000_000);

        GtidFormatException ex = assertThrows(GtidFormatException.class, () -> GtidSet.parse(text));

        assertEquals(
                "Malformed GTID set at position 43: expected ',' or ':' or the end,"
                        + " in \"…-aaaa-aaaaaaaaaaaa:1-3:x!00000000000000000000000…\"",
                ex.getMessage());
    }

    @Test
    void messageShowsNoControlCharacters() {
        GtidFormatException ex = assertThrows(GtidFormatException.class, () -> GtidSet.parse("\u001b\u00e9x\u202e"));

        assertEquals(
                "Malformed GTID set at position 0: expected a hexadecimal digit of a UUID, in \"??x?\"",
                ex.getMessage());
    }

    @Test
    void readsManyIntervalsInReverseOrder() {
        StringBuilder text = new StringBuilder(A);
        for (int i = 200_000; i > 0; i--) {
            text.append(':').append(2 * i);
        }

        GtidSet actual = GtidSet.parse(text.toString());

        assertEquals(200_000, actual.count());
        assertEquals(200_000, actual.intervalCount());
    }

    private static DynamicTest accepted(String text, String canonical) {
        return DynamicTest.dynamicTest(
                "'" + text + "'",
                () -> assertEquals(
                        expand(canonical), GtidSet.parse(expand(text)).toString()));
    }

    private static DynamicTest refused(String text, int position, String reason) {
        return DynamicTest.dynamicTest("'" + text + "'", () -> {
            GtidFormatException ex =
                    assertThrows(GtidFormatException.class, () -> GtidSet.parse(expand(text)), "accepted");
            assertEquals(position + ": " + reason, ex.position() + ": " + ex.reason());
        });
    }

    private static String expand(String text) {
        return text.replaceAll("\\bA(?![A-Za-z])", A).replaceAll("\\bB(?![A-Za-z])", B);
    }
}
