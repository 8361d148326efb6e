package io.github.readyourwrites.benchmarks.decision;

import io.github.readyourwrites.gtid.GtidSet;

/** Executed sets and floors. */
final class Positions {

    private static final int SOURCES = 10;

    private static final int INTERVALS = 100;

    /** One source, one interval: a primary that was never replaced. */
    static final String PLAIN = source(0) + ":1-1000000";

    /** Ten sources of a hundred intervals each: 1-9, 11-19, 21-29 and so on. */
    static final String FRAGMENTED = fragmented();

    private Positions() {}

    static GtidSet plain(String intervals) {
        return GtidSet.parse(source(0) + ":" + intervals);
    }

    /** One GTID of every source, of those that {@link #FRAGMENTED} has. */
    static GtidSet ofEverySource(int number) {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < SOURCES; i++) {
            result.append(i == 0 ? "" : ",").append(source(i)).append(':').append(number + 5);
        }
        return GtidSet.parse(result.toString());
    }

    private static String fragmented() {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < SOURCES; i++) {
            result.append(i == 0 ? "" : ",").append(source(i));
            for (int j = 0; j < INTERVALS; j++) {
                result.append(':').append(10 * j + 1).append('-').append(10 * j + 9);
            }
        }
        return result.toString();
    }

    private static String source(int number) {
        return String.format("3e11fa47-71ca-11e1-9e33-c80aa94295%02d", number);
    }
}
