package io.github.readyourwrites.benchmarks.gtids;

import java.util.StringJoiner;

/** Of a server's set, and of one that is held against it. */
public enum Shape {

    /** One source and one interval: a primary that was never replaced; the last of its transactions. */
    PLAIN(1, 1),

    /** Three sources with three intervals each; one transaction of each source. */
    SMALL(3, 3),

    /** Ten sources with a hundred intervals each; one transaction of each source. */
    FRAGMENTED(10, 100);

    private static final int LENGTH = 9;

    private final int sources;

    private final int intervals;

    Shape(int sources, int intervals) {
        this.sources = sources;
        this.intervals = intervals;
    }

    /** 1-9, 11-19, 21-29 and so on of every source. */
    String whole() {
        return text(0, intervals);
    }

    /** The last transaction of every source. */
    String last() {
        StringJoiner result = new StringJoiner(",");
        for (int i = 0; i < sources; i++) {
            result.add(source(i) + ":" + (10 * (intervals - 1) + LENGTH));
        }
        return result.toString();
    }

    /** As long as {@link #whole()}, but of other sources. */
    String others() {
        return text(sources, intervals);
    }

    private String text(int firstSource, int count) {
        StringJoiner result = new StringJoiner(",");
        for (int i = 0; i < sources; i++) {
            StringBuilder source = new StringBuilder(source(firstSource + i));
            for (int j = 0; j < count; j++) {
                source.append(':').append(10 * j + 1).append('-').append(10 * j + LENGTH);
            }
            result.add(source);
        }
        return result.toString();
    }

    private static String source(int number) {
        return String.format("3e11fa47-71ca-11e1-9e33-c80aa94295%02d", number);
    }
}
