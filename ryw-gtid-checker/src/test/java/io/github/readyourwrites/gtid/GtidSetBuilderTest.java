package io.github.readyourwrites.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GtidSetBuilderTest {

    private static final UUID A = UUID.fromString("aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa");

    @Test
    void unitesWhatIsAddedInAnyOrder() {
        GtidSet set = GtidSet.builder()
                .add(A, "", 7, 9)
                .add(A, "Tag", 1, 1)
                .add(A, "", 1, 6)
                .add(new UUID(1, 2), "", Long.MAX_VALUE - 1, Long.MAX_VALUE - 1)
                .build();

        assertEquals(
                GtidSet.parse("00000000-0000-0001-0000-000000000002:9223372036854775806," + A + ":1-9," + A + ":tag:1"),
                set);
    }

    @Test
    void laterAdditionsDoNotChangeAnEarlierSet() {
        GtidSetBuilder builder = GtidSet.builder().add(A, "", 5, 5);
        GtidSet before = builder.build();
        builder.add(A, "", 1, 6);

        assertEquals(A + ":5", before.toString());
        assertEquals(A + ":1-6", builder.build().toString());
    }

    @Test
    void nothingAddedIsTheEmptySet() {
        assertSame(GtidSet.empty(), GtidSet.builder().build());
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "-1, 1", "5, 4", "1, 9223372036854775807"})
    void refusesWhatIsNoInterval(long first, long last) {
        assertThrows(IllegalArgumentException.class, () -> GtidSet.builder().add(A, "", first, last));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1a", "a-b", " ", "\u00e4", "abcdefghijklmnopqrstuvwxyz_012345"})
    void refusesWhatIsNoTag(String tag) {
        assertThrows(IllegalArgumentException.class, () -> GtidSet.builder().add(A, tag, 1, 1));
    }
}
