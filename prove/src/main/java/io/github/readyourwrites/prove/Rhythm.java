package io.github.readyourwrites.prove;

import java.util.Random;

/** How long faults last, and how long the rests are between them, in milliseconds. */
record Rhythm(int shortestRest, int longestRest, int shortestFault, int longestFault) {

    static final Rhythm OF_SERVERS = new Rhythm(1_000, 5_000, 500, 5_000);

    /** Rests are longer than sessions are kept, so that Redis counts for complete again between two faults. */
    static final Rhythm OF_REDIS = new Rhythm(15_000, 60_000, 500, 3_000);

    int rest(Random random) {
        return shortestRest + random.nextInt(longestRest - shortestRest);
    }

    int fault(Random random) {
        return shortestFault + random.nextInt(longestFault - shortestFault);
    }
}
