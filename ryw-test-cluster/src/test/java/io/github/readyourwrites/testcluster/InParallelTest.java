package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InParallelTest {

    @Test
    void runsAllAtOnce() {
        CountDownLatch latch = new CountDownLatch(3);
        Set<Integer> met = ConcurrentHashMap.newKeySet();
        InParallel.run(List.of(1, 2, 3), each -> {
            latch.countDown();
            if (await(latch)) {
                met.add(each);
            }
        });
        assertEquals(Set.of(1, 2, 3), met);
    }

    @Test
    void throwsTheFirstFailureOnceAllAreDone() {
        Set<Integer> done = ConcurrentHashMap.newKeySet();
        IllegalStateException ex = assertThrows(
                IllegalStateException.class,
                () -> InParallel.run(List.of(1, 2, 3), each -> {
                    done.add(each);
                    if (each < 3) {
                        throw new IllegalStateException("failure " + each);
                    }
                }));
        assertEquals("failure 1", ex.getMessage());
        assertEquals("failure 2", ex.getSuppressed()[0].getMessage());
        assertEquals(Set.of(1, 2, 3), done);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException ex) {
            throw new IllegalStateException(ex);
        }
    }
}
