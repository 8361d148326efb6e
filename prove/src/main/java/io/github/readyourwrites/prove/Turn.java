package io.github.readyourwrites.prove;

/** What a client does in one go. */
enum Turn {
    /** A write in a session that other threads use, too, then reads in it, each on a connection of its own. */
    WRITE_THEN_READ(30),

    /** Reads of a session that wrote some time ago. */
    READ_AGAIN(30),

    /** Begin, write, read, commit, read. */
    TRANSACTION(8),

    /** Begin in a session, write, close the session, commit, and read in the session opened anew. */
    OUTLIVING_TRANSACTION(4),

    /** A read-only transaction of two reads after a write. */
    READ_ONLY_TRANSACTION(4),

    /** A write that changes nothing, since a later version is there; what it has found must be seen. */
    NO_OP_WRITE(6),

    /** A duplicate key; what it has met must be seen. */
    DUPLICATE(4),

    /** A write, its token, and a read in a session resumed from it. */
    TOKEN(6),

    /** A task of a wrapped executor writes for the session that handed it over. */
    TASK(4),

    /** A write and a read outside any session. */
    SESSIONLESS(4),

    /** A read at each of the other levels. */
    LEVELS(6);

    private static final int SUM;

    static {
        int sum = 0;
        for (Turn each : values()) {
            sum += each.weight;
        }
        SUM = sum;
    }

    private final int weight;

    Turn(int weight) {
        this.weight = weight;
    }

    /** The turn that a random number stands for; {@code choice} is from 0 to {@link #choices()} - 1. */
    static Turn of(int choice) {
        int rest = choice;
        for (Turn each : values()) {
            rest -= each.weight;
            if (rest < 0) {
                return each;
            }
        }
        throw new IllegalArgumentException(String.valueOf(choice));
    }

    static int choices() {
        return SUM;
    }
}
