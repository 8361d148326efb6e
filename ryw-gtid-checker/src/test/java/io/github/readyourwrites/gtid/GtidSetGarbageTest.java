package io.github.readyourwrites.gtid;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any text is either a set or a {@link GtidFormatException}; any owned text that MySQL prints is a set. */
class GtidSetGarbageTest {

    @Property
    void anyStringIsASetOrRefused(@ForAll String text) {
        assertSetOrRefused(text, GtidSet::parse);
        assertSetOrRefused(text, GtidSet::parseOwned);
    }

    @Property
    void anyStringOfTheRightCharactersIsASetOrRefused(@ForAll("nearMisses") String text) {
        assertSetOrRefused(text, GtidSet::parse);
        assertSetOrRefused(text, GtidSet::parseOwned);
    }

    @Property
    void anySetWithAnErrorInItIsASetOrRefused(@ForAll("mutations") String text) {
        assertSetOrRefused(text, GtidSet::parse);
        assertSetOrRefused(text, GtidSet::parseOwned);
    }

    @Property
    void readsWhatMySqlPrintsAsOwned(@ForAll("owned") List<Owned> owned) {
        String printed = owned.stream().map(Owned::printed).collect(Collectors.joining());
        GtidSet expected = owned.stream().map(Owned::set).reduce(GtidSet.empty(), GtidSet::union);

        assertEquals(expected, GtidSet.parseOwned(printed));
    }

    private static void assertSetOrRefused(String text, Function<String, GtidSet> parser) {
        GtidSet set;
        try {
            set = parser.apply(text);
        } catch (GtidFormatException ex) {
            assertTrue(ex.position() >= 0 && ex.position() <= text.length(), ex.getMessage());
            assertTrue(String.valueOf(ex.getMessage()).length() < 250, ex.getMessage());
            return;
        }
        assertEquals(set, GtidSet.parse(set.toString()));
    }

    @Provide
    Arbitrary<String> nearMisses() {
        return Arbitraries.oneOf(
                        Arbitraries.of(GtidTextFixture.UUIDS),
                        Arbitraries.of(
                                ":", ",", "-", "#", " ", "\n", "1", "0", "90", "tag", "a", "\0", "9223372036854775807"))
                .list()
                .ofMaxSize(12)
                .map(each -> String.join("", each));
    }

    @Provide
    Arbitrary<String> mutations() {
        Arbitrary<Character> characters = Arbitraries.oneOf(
                Arbitraries.of(':', ',', '-', '#', ' ', '0', '9', 'a', 'G', '{', '\0'), Arbitraries.chars());
        return Combinators.combine(
                        GtidTextFixture.texts(),
                        Arbitraries.doubles().between(0, 1),
                        characters,
                        Arbitraries.integers().between(0, 3))
                .as((fixture, where, character, removed) -> {
                    StringBuilder result = new StringBuilder(fixture.text());
                    int at = (int) (where * result.length());
                    result.delete(at, Math.min(result.length(), at + removed));
                    return result.insert(at, character).toString();
                });
    }

    @Provide
    Arbitrary<List<Owned>> owned() {
        Arbitrary<String> uuids = Combinators.combine(Arbitraries.longs(), Arbitraries.longs())
                .as((high, low) -> new UUID(high, low).toString());
        return Combinators.combine(
                        uuids,
                        Arbitraries.of("", ":tag"),
                        Arbitraries.longs()
                                .between(1, Intervals.MAX_NUMBER)
                                .list()
                                .ofMinSize(1)
                                .ofMaxSize(3),
                        Arbitraries.longs().between(1, 4_294_967_295L))
                .as(Owned::new)
                .list()
                .ofMaxSize(5)
                .withoutEdgeCases();
    }

    private record Owned(String uuid, String tag, List<Long> numbers, long thread) {

        String printed() {
            return numbers.stream()
                    .map(each -> ":" + each + "#" + thread)
                    .collect(Collectors.joining("", uuid + tag, ""));
        }

        GtidSet set() {
            return numbers.stream()
                    .map(each -> GtidSet.parse(uuid + tag + ":" + each))
                    .reduce(GtidSet.empty(), GtidSet::union);
        }
    }
}
