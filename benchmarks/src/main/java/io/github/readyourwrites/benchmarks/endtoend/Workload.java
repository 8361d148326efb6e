package io.github.readyourwrites.benchmarks.endtoend;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What the users of one strategy do: visits of ten operations, one of them, at random, a write and the others reads.
 * Immutable, and the same for every strategy.
 */
final class Workload {

    /** Of one visit. */
    static final int OPERATIONS = 10;

    private final List<User> users;

    /** Users whose rows are those from {@code firstId} on. */
    Workload(Strategy strategy, int firstId, int userCount) {
        List<User> all = new ArrayList<>();
        for (int i = 0; i < userCount; i++) {
            all.add(new User(firstId + i, strategy + ":" + i));
        }
        users = List.copyOf(all);
    }

    /** Whose visit it is. */
    User user(long visit) {
        return users.get(new SplittableRandom(visit).nextInt(users.size()));
    }

    /** Whether the operation with this number, from 0, of the visit is the write. */
    static boolean isWrite(long visit, int operation) {
        return new SplittableRandom(~visit).nextInt(OPERATIONS) == operation;
    }
}
