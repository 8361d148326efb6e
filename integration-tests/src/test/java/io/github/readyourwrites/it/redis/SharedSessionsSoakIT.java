package io.github.readyourwrites.it.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.redis.Instance.Outcome;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Two JVMs and a real Redis: what one writes in a session the other reads in that session, 100,000 times with a replica
 * that is a second late, and as often while Redis is killed, paused, flushed and slowed.
 */
@Tag("soak")
class SharedSessionsSoakIT {

    private static final Logger LOGGER = LoggerFactory.getLogger(SharedSessionsSoakIT.class);

    private static final long CHECKS = Long.getLong("ryw.soak.checks", 100_000);

    private static final long CONTROL_CHECKS = 2_000;

    private static final int THREADS = 8;

    private static final int ROWS = 64;

    @Test
    void withoutAStoreReadsAreStaleAndWithOneNoneIs() throws Exception {
        try (MySqlCluster cluster = cluster();
                RedisServerFixture redis = RedisServerFixture.start()) {
            Tally control = run(cluster, "wait-timeout-milliseconds: 50", CONTROL_CHECKS);
            LOGGER.info("Control, without a store: {}", control);
            assertTrue(control.stale.sum() > 0, control::toString);
            Tally calm = run(cluster, properties(redis), CHECKS);
            LOGGER.info("With Redis: {}", calm);
            assertEquals(0, calm.stale.sum(), calm::toString);
            assertTrue(calm.onReplicas.sum() > calm.checks.sum() / 4, calm::toString);
        }
    }

    @Test
    void whateverHappensToRedisNoReadOfASavedSessionIsStale() throws Exception {
        try (MySqlCluster cluster = cluster();
                RedisServerFixture redis = RedisServerFixture.start()) {
            Tally troubled = runTroubled(cluster, redis, properties(redis));
            assertEquals(0, troubled.stale.sum(), troubled::toString);
            assertTrue(troubled.unsaved.sum() > 0, troubled::toString);
            assertTrue(troubled.failedSaves >= troubled.unsaved.sum(), troubled::toString);
        }
    }

    private static MySqlCluster cluster() {
        MySqlCluster result = MySqlCluster.start(2);
        TwoInstances.createRows(result, ROWS);
        result.replica(0).delay(1);
        return result;
    }

    private static String properties(RedisServerFixture redis) {
        return "wait-timeout-milliseconds: 50, token-store: REDIS, token-store.uri: '" + redis.uri()
                + "', on-token-save-failure: ERROR, token-ttl-milliseconds: 10000";
    }

    private static Tally runTroubled(MySqlCluster cluster, RedisServerFixture redis, String properties)
            throws Exception {
        AtomicBoolean ended = new AtomicBoolean();
        ExecutorService script = Executors.newSingleThreadExecutor();
        Map<RedisFault, Integer> turns = new EnumMap<>(RedisFault.class);
        Future<?> faults = script.submit(() -> {
            while (!ended.get()) {
                for (RedisFault each : RedisFault.values()) {
                    TimeUnit.SECONDS.sleep(2);
                    each.happen(redis);
                    turns.merge(each, 1, Integer::sum);
                }
                // Long enough for the epoch to grow mature: then a missing entry means that nobody wrote.
                TimeUnit.SECONDS.sleep(12);
            }
            return null;
        });
        try {
            Tally result = run(cluster, properties, CHECKS);
            ended.set(true);
            faults.get(2, TimeUnit.MINUTES);
            LOGGER.info("With Redis in trouble {}: {}", turns, result);
            return result;
        } finally {
            ended.set(true);
            script.shutdown();
        }
    }

    private static Tally run(MySqlCluster cluster, String properties, long checks) throws Exception {
        Tally tally = new Tally();
        ExecutorService pool = Executors.newFixedThreadPool(THREADS);
        try (TwoInstances instances = TwoInstances.start(cluster, properties, THREADS)) {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int worker = i;
                workers.add(pool.submit(() -> work(instances, tally, worker, checks)));
            }
            for (Future<?> each : workers) {
                each.get();
            }
            if (properties.contains("REDIS")) {
                tally.failedSaves = instances.here().failedSaves().join().value()
                        + instances.elsewhere().failedSaves().join().value();
            }
        } finally {
            pool.shutdownNow();
        }
        return tally;
    }

    /** Each worker has rows and sessions of its own, so it knows what the last write was. */
    private static void work(TwoInstances instances, Tally tally, int worker, long checks) {
        int perWorker = ROWS / THREADS;
        long[] least = new long[perWorker];
        for (long turn = 0; tally.checks.sum() < checks; turn++) {
            int own = (int) (turn % perWorker);
            int row = worker * perWorker + own;
            boolean isWrittenHere = turn / perWorker % 2 == 0;
            Instance writer = isWrittenHere ? instances.here() : instances.elsewhere();
            Instance reader = isWrittenHere ? instances.elsewhere() : instances.here();
            Outcome written = get(writer.write("user-" + row, row));
            if (written.isFailed()) {
                tally.failed.increment();
                // It may have been committed.
                least[own] = -1;
                continue;
            }
            if (!written.saved()) {
                tally.unsaved.increment();
            }
            Outcome read = get(reader.read("user-" + row, row));
            if (read.isFailed()) {
                tally.failed.increment();
            } else {
                least[own] = check(tally, written, read, least[own]);
            }
        }
    }

    /** Returns the value that the row has. */
    private static long check(Tally tally, Outcome written, Outcome read, long before) {
        if (before < 0) {
            return read.value();
        }
        if (!written.saved()) {
            // Whether it is seen is left to what the reader found; the next read must have this write and its own.
            tally.unsavedSeen.add(read.value() > before ? 1 : 0);
            return before + 1;
        }
        tally.checks.increment();
        if (read.value() < before + 1) {
            tally.stale.increment();
        }
        if (read.reason().startsWith("read_ds")) {
            tally.onReplicas.increment();
        }
        return before + 1;
    }

    private static Outcome get(CompletableFuture<Outcome> future) {
        return future.orTimeout(2, TimeUnit.MINUTES).join();
    }

    private static final class Tally {

        private final LongAdder checks = new LongAdder();

        private final LongAdder stale = new LongAdder();

        private final LongAdder onReplicas = new LongAdder();

        private final LongAdder unsaved = new LongAdder();

        private final LongAdder unsavedSeen = new LongAdder();

        private final LongAdder failed = new LongAdder();

        private long failedSaves;

        private final long begun = System.nanoTime();

        @Override
        public String toString() {
            long seconds = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun));
            return checks + " checks in " + seconds + " s, stale " + stale + ", by replicas " + onReplicas
                    + ", sessions not saved " + unsaved + " (seen all the same " + unsavedSeen
                    + "), failed saves counted " + failedSaves + ", failed writes and reads " + failed;
        }
    }
}
