package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.UUID_ONE;
import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StoredEntriesTest {

    @Test
    void aTextSaysTheSameAsItsEntries() {
        List<TokenEntry> entries =
                List.of(new TokenEntry(UUID_ONE, gtids("1-5:8"), false), new TokenEntry(null, GtidSet.empty(), true));
        assertEquals(entries, StoredEntries.decode(StoredEntries.encode(entries)));
        assertEquals(List.of(), StoredEntries.decode(StoredEntries.encode(List.of())));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "1;", "1;!0", "1;nobody!0!", "1;!0!nonsense:1", "1;!0!!"})
    void whatCannotBeReadIsAMark(String text) {
        assertEquals(List.of(TokenEntry.MARK), StoredEntries.decode(text));
    }

    @Test
    void whatIsTooLongIsAMark() {
        String gaps = IntStream.range(1, 20_000).mapToObj(each -> "" + 2 * each).collect(Collectors.joining(":"));
        String text = StoredEntries.encode(List.of(new TokenEntry(UUID_ONE, gtids(gaps), false)));
        assertEquals(List.of(TokenEntry.MARK), StoredEntries.decode(text));
    }
}
