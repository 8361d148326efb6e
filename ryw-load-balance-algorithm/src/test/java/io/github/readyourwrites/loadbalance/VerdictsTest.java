package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.RoutedGroupFixture.gtids;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class VerdictsTest {

    /** Many more than there are places, every second one contained. */
    private static final int FLOORS = 500;

    private final GtidSet executed = gtids("1-" + FLOORS);

    private final Verdicts verdicts = new Verdicts(executed);

    private final List<GtidSet> floors = new ArrayList<>();

    VerdictsTest() {
        for (int i = 0; i < FLOORS; i++) {
            floors.add(gtids(i % 2 == 0 ? "1-" + (i + 1) : "1-" + (FLOORS + i)));
        }
    }

    private int askAll(long seed) {
        List<GtidSet> order = new ArrayList<>(floors);
        Collections.shuffle(order, new Random(seed));
        int wrong = 0;
        for (GtidSet each : order) {
            for (int i = 0; i < 3; i++) {
                wrong += verdicts.containsAll(List.of(each)) == executed.contains(each) ? 0 : 1;
            }
        }
        return wrong;
    }

    @Test
    void areThoseOfTheSetsHoweverOftenAndInWhicheverOrder() {
        for (int i = 0; i < 20; i++) {
            assertEquals(0, askAll(i));
        }
    }

    @Test
    void areThoseOfTheSetsWhenThreadsRace() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                int seed = i;
                tasks.add(() -> askAll(seed));
            }
            for (Future<Integer> each : threads.invokeAll(tasks)) {
                assertEquals(0, each.get());
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void askForEveryFloor() {
        assertTrue(verdicts.containsAll(List.of()));
        assertTrue(verdicts.containsAll(List.of(floors.get(0), floors.get(2))));
        assertFalse(verdicts.containsAll(List.of(floors.get(0), floors.get(1))));
        assertFalse(verdicts.containsAll(List.of(floors.get(1), floors.get(0))));
    }

    @Test
    void areOnOneObject() {
        assertTrue(verdicts.areOn(executed));
        assertFalse(verdicts.areOn(gtids("1-" + FLOORS)));
    }
}
