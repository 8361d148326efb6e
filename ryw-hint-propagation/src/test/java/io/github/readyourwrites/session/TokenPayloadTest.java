package io.github.readyourwrites.session;

import static io.github.readyourwrites.session.PrimaryFixture.UUID_ONE;
import static io.github.readyourwrites.session.PrimaryFixture.UUID_TWO;
import static io.github.readyourwrites.session.PrimaryFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenPayloadTest {

    private static final long NOW = 1_700_000_000_000L;

    private static TokenPayload payload(TokenEntry... entries) {
        return new TokenPayload(NOW, List.of(entries));
    }

    private static TokenPayload again(TokenPayload payload) {
        return TokenPayload.of(payload.toBytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "1-5:7:9-9000000000",
                "9223372036854775806",
                "1-9223372036854775806",
                "1-2:tag_1:4-5:9:zz:1",
                "longest_tag_that_mysql_takes____:3"
            })
    void positionComesBackAsItWas(String intervals) {
        GtidSet position = gtids(intervals).union(GtidSet.parse(UUID_TWO + ":3-4:x:1"));
        TokenPayload payload = payload(new TokenEntry(UUID_ONE, position, false));
        assertEquals(payload, again(payload));
    }

    @Test
    void severalEntriesComeBackAsTheyWere() {
        TokenPayload payload = payload(
                new TokenEntry(UUID_TWO, gtids("1-5:9"), true),
                new TokenEntry(UUID_ONE, GtidSet.empty(), true),
                new TokenEntry(null, gtids("7"), false),
                new TokenEntry(null, GtidSet.empty(), true));
        assertEquals(payload, again(payload));
        assertEquals(payload(), again(payload()));
        assertEquals(new TokenPayload(0, List.of()), again(new TokenPayload(0, List.of())));
    }

    @Test
    void serverTakesSixteenBytesHoweverOftenItIsMeant() {
        int nothing = payload().toBytes().length;
        int once = payload(new TokenEntry(UUID_ONE, gtids("1"), false)).toBytes().length;
        assertEquals(nothing + 16 + 6, once);
        TokenEntry tagged = new TokenEntry(UUID_ONE, gtids("1:t:1"), false);
        assertEquals(once + 6, payload(tagged).toBytes().length);
    }

    @Test
    void everyPrefixThatCutsAnEntryIsNone() {
        byte[] bytes = payload(new TokenEntry(UUID_ONE, gtids("1-5:900:tag:1-2"), true))
                .toBytes();
        int withoutEntries = payload().toBytes().length + 16;
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            if (length == withoutEntries) {
                assertEquals(payload(), TokenPayload.of(cut));
            } else {
                assertThrows(IllegalArgumentException.class, () -> TokenPayload.of(cut), "first " + length);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void isNoneWhenMalformed(Consumer<TokenOutput> content) {
        TokenOutput output = new TokenOutput();
        content.accept(output);
        assertThrows(IllegalArgumentException.class, () -> TokenPayload.of(output.toBytes()));
    }

    private static Stream<Consumer<TokenOutput>> malformed() {
        return Stream.of(
                // a number of more than 63 bits
                output -> output.bytes(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1, 1}),
                // more servers than there are bytes
                output -> numbers(output, NOW, Integer.MAX_VALUE),
                output -> numbers(output, NOW, Long.MAX_VALUE),
                // a primary that is none of the servers
                output -> numbers(output, NOW, 0, 2, 0),
                output -> numbers(output, NOW, 0, Long.MAX_VALUE, 0),
                // more sources than there are bytes
                output -> numbers(output, NOW, 0, 1, Integer.MAX_VALUE),
                // a source without a server
                output -> numbers(output, NOW, 0, 1, 1, 0, 1, 1, 0),
                output -> numbers(server(output), 1, 1, 4, 1, 1, 0),
                // tags of a length that MySQL does not have, and of nothing that MySQL takes
                output -> numbers(server(output), 1, 1, 3, Integer.MAX_VALUE, 1, 1, 0),
                output -> numbers(server(output), 1, 1, 3, 1, ' ', 1, 1, 0),
                // intervals before 1 and beyond the last number
                output -> numbers(server(output), 1, 1, 2, 1, 0, 0),
                output -> numbers(server(output), 1, 1, 2, 1, Long.MAX_VALUE, 0),
                output -> numbers(server(output), 1, 1, 2, 1, 1, Long.MAX_VALUE),
                output -> numbers(server(output), 1, 1, 2, 2, 5, Long.MAX_VALUE - 6, Long.MAX_VALUE, 0),
                // more intervals than there are bytes
                output -> numbers(server(output), 1, 1, 2, Integer.MAX_VALUE, 1, 1));
    }

    private static TokenOutput server(TokenOutput output) {
        numbers(output, NOW, 1);
        output.uuid(UUID_ONE);
        return output;
    }

    private static void numbers(TokenOutput output, long... numbers) {
        Arrays.stream(numbers).forEach(output::number);
    }
}
