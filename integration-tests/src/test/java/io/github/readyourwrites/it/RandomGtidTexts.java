package io.github.readyourwrites.it;

import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Makes texts of GTID sets: small numbers, so that sets overlap, in every spelling that the server accepts. */
final class RandomGtidTexts {

    private static final List<String> UUIDS = List.of(
            "00000000-0000-0000-0000-000000000001",
            "00000000-0000-0000-8000-000000000001",
            "7fffffff-ffff-ffff-7fff-ffffffffffff",
            "80000000-0000-0000-0000-000000000000",
            "abcdef01-2345-6789-abcd-ef0123456789");

    private static final List<String> BLANKS = List.of("", "", "", "", " ", "\n", "\t ", "\r\n", "\u000b\f");

    private static final String ERRORS = ":,-#; 15\n";

    private static final long LARGEST = Long.MAX_VALUE - 1;

    private final Random random;

    private final List<String> tags;

    RandomGtidTexts(long seed, boolean tagged) {
        random = new Random(seed);
        tags = tagged ? List.of("", "", "_", "a", "tag_1") : List.of("");
    }

    String next() {
        StringBuilder result = new StringBuilder();
        int sources = random.nextInt(5);
        for (int i = 0; i < sources; i++) {
            result.append(i == 0 && random.nextInt(8) > 0 ? "" : ",").append(blank());
            result.append(pick(UUIDS)).append(blank());
            appendIntervals(result, "");
            if (tags.size() > 1) {
                for (int j = random.nextInt(3); j > 0; j--) {
                    appendIntervals(result, pick(tags));
                }
            }
        }
        result.append(random.nextInt(8) > 0 ? "" : ",").append(blank());
        return random.nextInt(4) == 0 ? result.toString().toUpperCase(Locale.ROOT) : result.toString();
    }

    /** A text with something inserted, removed or cut off, which may or may not still be a set. */
    String nextWithError() {
        StringBuilder result = new StringBuilder(next());
        int at = random.nextInt(result.length() + 1);
        switch (random.nextInt(4)) {
            case 0 -> result.setLength(at);
            case 1 -> result.delete(at, Math.min(result.length(), at + 1 + random.nextInt(3)));
            default -> result.insert(at, ERRORS.charAt(random.nextInt(ERRORS.length())));
        }
        return result.toString();
    }

    private void appendIntervals(StringBuilder result, String tag) {
        if (!tag.isEmpty()) {
            result.append(':').append(blank()).append(tag).append(blank());
        }
        long base = random.nextInt(10) == 0 ? LARGEST - 50 : 0;
        for (int i = random.nextInt(6); i > 0; i--) {
            long first = base + 1 + random.nextInt(40);
            result.append(':').append(blank()).append(first).append(blank());
            if (random.nextBoolean()) {
                long last = Math.max(0, first + random.nextInt(11) - 2);
                result.append('-').append(blank()).append(last).append(blank());
            }
        }
    }

    private String blank() {
        return pick(BLANKS);
    }

    private String pick(List<String> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}
