package io.github.readyourwrites.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every set against every other: a row tells which of the sets contain it. */
class GtidSetSubsetMatrixTest {

    private static final String A = "0a000000-0000-0000-0000-00000000000a";

    private static final String B = "b0000000-0000-0000-0000-00000000000b";

    private static final List<Row> ROWS = List.of(
            new Row("", "1111111111"),
            new Row(A + ":1", "0111101100"),
            new Row(A + ":1-3", "0011101000"),
            new Row(A + ":1-3:5", "0001101000"),
            new Row(A + ":1-6", "0000101000"),
            new Row(B + ":1", "0000011100"),
            new Row(A + ":1-6," + B + ":1", "0000001000"),
            new Row(A + ":1:3," + B + ":1-2", "0000000100"),
            new Row(A + ":t:1", "0000000011"),
            new Row(A + ":t:1-2:u:1", "0000000001"));

    @TestFactory
    List<DynamicTest> containsAsInTheMatrix() {
        return ROWS.stream()
                .map(each -> DynamicTest.dynamicTest(
                        "'" + each.set() + "'", () -> assertEquals(each.containedIn(), actual(each))))
                .toList();
    }

    private static String actual(Row row) {
        StringBuilder result = new StringBuilder();
        for (Row each : ROWS) {
            result.append(GtidSet.parse(each.set()).contains(GtidSet.parse(row.set())) ? '1' : '0');
        }
        return result.toString();
    }

    private record Row(String set, String containedIn) {}
}
