package io.github.readyourwrites.it.soak;

import java.util.Random;

/** What a worker does in one turn: a write, then reads that are a check each. */
enum Scenario {

    /** A write in a keyed session, and one read of that session on another connection. */
    ONE_TO_ONE(62),

    /** A write in a keyed session, and several reads, each in the session opened anew and on a connection of its own. */
    SEVERAL_READS(22),

    /** A transaction in a keyed session, and a read-only transaction. */
    TRANSACTION(6),

    /** A write outside any session, and a read outside any session of something that this JVM wrote. */
    INSTANCE(5),

    /** A write by another client, and a STRONG read. */
    STRONG(5);

    /** Reads of {@link #SEVERAL_READS}. */
    static final int SEVERAL = 6;

    /** In percent of all turns. */
    private final int share;

    Scenario(int share) {
        this.share = share;
    }

    static Scenario pick(Random random) {
        int left = random.nextInt(100);
        for (Scenario each : values()) {
            left -= each.share;
            if (left < 0) {
                return each;
            }
        }
        throw new IllegalStateException("shares are not 100 in all");
    }
}
