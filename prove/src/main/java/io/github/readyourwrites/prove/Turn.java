package io.github.readyourwrites.prove;

/** What a client does in one go. */
enum Turn {
    /** A write in a session that other threads and JVMs use, too, then reads in it, each on a connection of its own. */
    WRITE_THEN_READ(30, 4),

    /** Reads of a session that wrote some time ago. */
    READ_AGAIN(30, 4),

    /** Begin, write, read, commit, read. */
    TRANSACTION(8, 2),

    /** Begin in a session, write, close the session, commit, and read in the session opened anew. */
    OUTLIVING_TRANSACTION(4, 1),

    /** A read-only transaction of two reads after a write. */
    READ_ONLY_TRANSACTION(4, 2),

    /** An update that changes nothing, since its version is there by now; what it has found must be seen. */
    NO_OP_UPDATE(5, 1),

    /** An INSERT IGNORE of what is there; what it has found must be seen. */
    NO_OP_INSERT(4, 1),

    /** A duplicate key; what it has met must be seen. */
    DUPLICATE(4, 1),

    /** A write, its token, and a read in a session resumed from it; another token goes to the other JVM. */
    TOKEN(6, 1),

    /** A token from the other JVM, and a read in a session resumed from it. */
    FOREIGN_TOKEN(6, 1),

    /** A task of a wrapped executor writes for the session that handed it over. */
    TASK(4, 1),

    /** A write and a read outside any session. */
    SESSIONLESS(4, 2),

    /** A read at each level, and one that is told to go to the primary. */
    LEVELS(8, 5);

    private static final int SUM;

    static {
        int sum = 0;
        for (Turn each : values()) {
            sum += each.weight;
        }
        SUM = sum;
    }

    private final int weight;

    private final int reads;

    Turn(int weight, int reads) {
        this.weight = weight;
        this.reads = reads;
    }

    /** How many reads it has. */
    int reads() {
        return reads;
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
