package io.github.readyourwrites.benchmarks.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    @Test
    void everyVisitHasOneWriteAnywhere() {
        Set<Integer> places = new HashSet<>();
        for (long visit = 0; visit < 1_000; visit++) {
            long each = visit;
            int[] writes = IntStream.range(0, Workload.OPERATIONS)
                    .filter(operation -> Workload.isWrite(each, operation))
                    .toArray();
            assertEquals(1, writes.length);
            places.add(writes[0]);
        }
        assertEquals(Workload.OPERATIONS, places.size());
    }

    @Test
    void strategiesHaveTheSameVisitsAndRowsOfTheirOwn() {
        Workload stock = new Workload(Strategy.ROUND_ROBIN, 0, 100);
        Workload ours = new Workload(Strategy.READ_YOUR_WRITES, 100, 100);
        Set<Integer> rows = new HashSet<>();
        for (long visit = 0; visit < 10_000; visit++) {
            User one = stock.user(visit);
            User other = ours.user(visit);
            assertEquals(one.id() % 100, other.id() % 100);
            rows.add(one.id());
            rows.add(other.id());
        }
        assertEquals(200, rows.size());
    }

    @Test
    void userRemembersWrites() {
        User user = new User(1, "user:1");
        assertFalse(user.wroteWithin(TimeUnit.DAYS.toNanos(1)));
        user.wrote();
        assertTrue(user.wroteWithin(TimeUnit.DAYS.toNanos(1)));
        assertFalse(user.wroteWithin(0));
        assertEquals(1, user.acknowledged());
    }
}
