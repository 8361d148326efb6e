package io.github.readyourwrites.freshness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.propagation.RywExecutors;
import io.github.readyourwrites.session.PositionsFixture;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.ThreadScope;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CacheFillGuardTest {

    private static final String KEY = "customer:42";

    private static int tests;

    private final PositionsFixture positions = new PositionsFixture("cache-test-" + ++tests);

    private final MemoryCache<String> cache = new MemoryCache<>(100, 100);

    private final CacheFillGuard<String> guard = new CacheFillGuard<>(cache);

    @AfterEach
    void nothingIsLeftOpen() {
        assertEquals(Optional.empty(), RywSession.current());
        ThreadScope.current().decided(null);
    }

    /** Somebody writes in a session of his own, and invalidates. */
    private void write(int transaction) {
        try (RywSession ignored = RywSession.open()) {
            positions.commit(transaction, transaction);
            guard.invalidate(KEY);
        }
    }

    /** What a reader is given: the new value if it is made to see the write, else what a lagging replica has. */
    private String readSeeing(int transaction) {
        return positions.mustSee(transaction, transaction) ? "new" : "old";
    }

    /** The control: a cache as it is mostly used. */
    @Test
    void naiveFillBringsTheOldValueBack() {
        Map<String, String> naive = new HashMap<>();
        String read = readSeeing(1);
        try (RywSession ignored = RywSession.open()) {
            positions.commit(1, 1);
            naive.remove(KEY);
        }
        naive.put(KEY, read);
        assertEquals("old", naive.get(KEY));
    }

    @Test
    void slowReaderThatReadBeforeTheWriteDoesNotFill() {
        assertEquals("old", guard.get(KEY, () -> {
            String result = readSeeing(1);
            write(1);
            return result;
        }));
        assertNull(cache.get(KEY).value());
        assertEquals(new CacheFillStatistics(0, 0, 1), guard.statistics());
    }

    @Test
    void readerAfterTheWriteSeesItAndFills() {
        write(1);
        assertEquals("new", guard.get(KEY, () -> readSeeing(1)));
        assertEquals("new", cache.get(KEY).value());
        assertEquals("new", guard.get(KEY, () -> "not read"));
        assertEquals(new CacheFillStatistics(1, 1, 0), guard.statistics());
    }

    @Test
    void readersOwnSessionSeesTheWrite() {
        write(1);
        try (RywSession session = RywSession.open()) {
            assertEquals("new", guard.get(KEY, () -> {
                assertEquals(session, RywSession.current().orElseThrow());
                return readSeeing(1);
            }));
            assertEquals("new", readSeeing(1));
        }
    }

    @Test
    void invalidationRemovesWhatWasFilledBefore() {
        assertEquals("old", guard.get(KEY, () -> readSeeing(1)));
        assertEquals("old", cache.get(KEY).value());
        write(1);
        assertEquals("new", guard.get(KEY, () -> readSeeing(1)));
    }

    @Test
    void ofTwoWritersNoneReplacesTheOther() {
        write(5);
        write(9);
        guard.get(KEY, () -> {
            assertTrue(positions.mustSee(5, 5));
            assertTrue(positions.mustSee(9, 9));
            return "new";
        });
    }

    @Test
    void otherWriterInBetweenIsNotOverwritten() {
        GuardedCache<String> meddled = new GuardedCache<>() {

            private boolean done;

            @Override
            public CachedValue<String> get(String key) {
                return cache.get(key);
            }

            @Override
            public boolean fill(String key, String stamp, String value) {
                return cache.fill(key, stamp, value);
            }

            @Override
            public boolean invalidate(String key, String expected, String stamp) {
                if (!done) {
                    done = true;
                    write(5);
                }
                return cache.invalidate(key, expected, stamp);
            }
        };
        try (RywSession ignored = RywSession.open()) {
            positions.commit(9, 9);
            new CacheFillGuard<>(meddled).invalidate(KEY);
        }
        guard.get(KEY, () -> {
            assertTrue(positions.mustSee(5, 5));
            assertTrue(positions.mustSee(9, 9));
            return "new";
        });
    }

    @Test
    void writeOutsideAnySessionCountsToo() {
        positions.commit(1, 1);
        guard.invalidate(KEY);
        guard.get(KEY, () -> {
            // What all tests of this JVM wrote may be too long for a stamp.
            assertTrue(positions.mustSee(1, 1) || positions.needsFence());
            return "new";
        });
    }

    @Test
    void stampThatCannotBeReadSendsTheReaderToThePrimary() throws Exception {
        assertTrue(cache.invalidate(KEY, "", "of an instance with other keys"));
        assertEquals("from the primary", guard.get(KEY, () -> {
            assertTrue(ReadView.current().isPrimaryRequested());
            return "from the primary";
        }));
        assertEquals("from the primary", cache.get(KEY).value());
        assertFalse(ReadView.current().isPrimaryRequested());
        try (AutoCloseable ignored = positions.inUse()) {
            write(1);
            guard.get(KEY, () -> {
                assertTrue(positions.needsFence(), "what could not be read may be more than what was written since");
                return "new";
            });
        }
    }

    @Test
    void answerThatMayBeStaleIsNotKept() {
        assertEquals("old", guard.get(KEY, () -> {
            readStale();
            return "old";
        }));
        assertNull(cache.get(KEY).value());
    }

    private static void readStale() {
        ThreadScope.current().readStale();
    }

    @Test
    void answerWithOneStaleQueryOfSeveralIsNotKept() {
        guard.get(KEY, () -> {
            readStale();
            ThreadScope.current().decided(null);
            return "old and new";
        });
        assertNull(cache.get(KEY).value());
        assertEquals(new CacheFillStatistics(0, 0, 1), guard.statistics());
    }

    @Test
    void staleQueryOfATaskOrANestedSessionCountsToo() throws Exception {
        ExecutorService pool = RywExecutors.wrap(Executors.newSingleThreadExecutor());
        try {
            guard.get(KEY, () -> {
                pool.submit(CacheFillGuardTest::readStale).get();
                return "old";
            });
            assertNull(cache.get(KEY).value());
            guard.get(KEY, () -> {
                try (RywSession ignored = RywSession.open()) {
                    readStale();
                }
                return "old";
            });
            assertNull(cache.get(KEY).value());
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void staleQueryBeforeDoesNotCount() {
        try (RywSession ignored = RywSession.open()) {
            readStale();
            guard.get(KEY, () -> "new");
        }
        assertEquals("new", cache.get(KEY).value());
    }

    /** NullAway does not know yet that a type parameter may stand for a nullable type. */
    @Test
    @SuppressWarnings("NullAway")
    void nothingIsNotKept() {
        assertNull(guard.<RuntimeException>get(KEY, () -> null));
        assertEquals(new CacheFillStatistics(0, 0, 0), guard.statistics());
    }

    @Test
    void stampsOfManyWritersStayShort() {
        for (int i = 0; i < 600; i++) {
            write(1 + 3 * i);
        }
        int length = cache.get(KEY).stamp().length();
        assertTrue(length <= 1024, () -> "length " + length);
    }

    @Test
    void cacheThatNeverInvalidatesIsAnError() {
        GuardedCache<String> broken = new GuardedCache<>() {

            @Override
            public CachedValue<String> get(String key) {
                return new CachedValue<>(null, "");
            }

            @Override
            public boolean fill(String key, String stamp, String value) {
                return false;
            }

            @Override
            public boolean invalidate(String key, String expected, String stamp) {
                return false;
            }
        };
        IllegalStateException ex =
                assertThrows(IllegalStateException.class, () -> new CacheFillGuard<>(broken).invalidate(KEY));
        assertTrue(String.valueOf(ex.getMessage()).contains(KEY), ex::toString);
    }
}
