package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlClusterException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Orders faults from the cluster, one at a time with a rest after each: every kind once in a random order, then again. A
 * seed gives the same faults in the same order at the same replicas; the moments are the machine's. Has a thread of its own.
 */
final class Nemesis implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(Nemesis.class);

    private static final int SHORTEST_MILLISECONDS = 500;

    private static final int LONGEST_MILLISECONDS = 2500;

    private static final int HEALING_ATTEMPTS = 10;

    private final MySqlCluster cluster;

    private final List<Fault> faults;

    private final Random random;

    private final CountDownLatch closing = new CountDownLatch(1);

    private final FutureTask<Void> work = new FutureTask<>(this::run, null);

    private final Map<Fault, Integer> turns = new EnumMap<>(Fault.class);

    private Nemesis(MySqlCluster cluster, List<Fault> faults, long seed) {
        this.cluster = cluster;
        this.faults = new ArrayList<>(faults);
        random = new Random(seed);
    }

    static Nemesis start(MySqlCluster cluster, List<Fault> faults, long seed) {
        Nemesis result = new Nemesis(cluster, faults, seed);
        Thread thread = new Thread(result.work, "nemesis");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** How often each fault has come and gone. */
    Map<Fault, Integer> turns() {
        synchronized (turns) {
            return new EnumMap<>(turns);
        }
    }

    private void run() {
        while (!faults.isEmpty()) {
            Collections.shuffle(faults, random);
            for (Fault each : faults) {
                if (isClosedAfterRest()) {
                    return;
                }
                take(each);
            }
        }
    }

    /** A server on a busy machine may take too long to obey: then the cluster is healed, and the fault has not been. */
    private void take(Fault fault) {
        int index = random.nextInt(cluster.replicas().size());
        try {
            fault.begin(cluster, index);
            isClosedAfterRest();
            fault.end(cluster, index);
            synchronized (turns) {
                turns.merge(fault, 1, Integer::sum);
            }
        } catch (MySqlClusterException ex) {
            LOGGER.warn("{} at replica {} did not come and go as ordered: {}", fault, index, ex.getMessage());
            heal();
        }
    }

    /** A machine too busy for a fault may be too busy for this, too. */
    private void heal() {
        for (int i = 1; ; i++) {
            try {
                cluster.heal();
                return;
            } catch (MySqlClusterException ex) {
                if (i == HEALING_ATTEMPTS) {
                    throw ex;
                }
                LOGGER.warn("Attempt {} to heal the cluster failed: {}", i, ex.getMessage());
            }
        }
    }

    private boolean isClosedAfterRest() {
        try {
            return closing.await(
                    SHORTEST_MILLISECONDS + random.nextInt(LONGEST_MILLISECONDS - SHORTEST_MILLISECONDS),
                    TimeUnit.MILLISECONDS);
        } catch (InterruptedException ex) {
            throw new IllegalStateException("nobody interrupts this thread", ex);
        }
    }

    /** Ends the fault at hand, then the thread; blocks meanwhile. Fails if faults could not be ordered to the end. */
    @Override
    public void close() throws ExecutionException, InterruptedException {
        closing.countDown();
        work.get();
    }
}
