package io.github.readyourwrites.it.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The workers of one run. */
final class Crew {

    private static final Logger LOGGER = LoggerFactory.getLogger(Crew.class);

    private static final int PROGRESS_SECONDS = 10;

    private Crew() {}

    /** Lets workers run until it is enough; then nothing acknowledged may be missing on the primary. */
    static void work(
            ShardingSphereFixture fixture,
            MySqlServer primary,
            Tally tally,
            int threads,
            long seed,
            BooleanSupplier isEnough)
            throws Exception {
        Ledger ledger = new Ledger();
        AtomicBoolean stopped = new AtomicBoolean();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Random random = new Random(seed + i);
                workers.add(pool.submit(new Worker(
                        fixture, primary, ledger, tally, random, () -> stopped.get() || isEnough.getAsBoolean())));
            }
            for (Future<?> each : workers) {
                await(each, tally);
            }
        } finally {
            // One that failed must not leave the others running.
            stopped.set(true);
            pool.shutdownNow();
        }
        assertEquals(List.of(), ledger.lost(primary));
    }

    private static void await(Future<?> worker, Tally tally) throws ExecutionException, InterruptedException {
        while (true) {
            try {
                worker.get(PROGRESS_SECONDS, TimeUnit.SECONDS);
                return;
            } catch (TimeoutException ignored) {
                LOGGER.info("{}", tally.progress());
            }
        }
    }
}
