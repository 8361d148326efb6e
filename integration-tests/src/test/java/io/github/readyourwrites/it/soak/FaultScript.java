package io.github.readyourwrites.it.soak;

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
 * Orders faults from the replicas, one at a time with a rest after each: every kind once in a random order, then again.
 * A seed gives the same faults in the same order on the same replicas.
 */
final class FaultScript {

    private static final Logger LOGGER = LoggerFactory.getLogger(FaultScript.class);

    private static final int SHORTEST_MILLISECONDS = 700;

    private static final int LONGEST_MILLISECONDS = 2200;

    private static final int HEALING_ATTEMPTS = 10;

    private final MySqlCluster cluster;

    private final Random random;

    private final CountDownLatch closing = new CountDownLatch(1);

    private final FutureTask<Void> script = new FutureTask<>(this::run, null);

    private volatile Map<Fault, Integer> turns = Map.of();

    private FaultScript(MySqlCluster cluster, Random random) {
        this.cluster = cluster;
        this.random = random;
    }

    static FaultScript start(MySqlCluster cluster, long seed) {
        FaultScript result = new FaultScript(cluster, new Random(seed));
        Thread thread = new Thread(result.script, "soak-faults");
        thread.setDaemon(true);
        thread.start();
        return result;
    }

    /** How often each fault has come and gone. */
    Map<Fault, Integer> turns() {
        return turns;
    }

    boolean hasHadEveryFault() {
        return turns.size() == Fault.values().length;
    }

    /** No more faults will come; {@link #end} tells why. */
    boolean isBroken() {
        return script.isDone();
    }

    private void run() {
        Map<Fault, Integer> count = new EnumMap<>(Fault.class);
        List<Fault> faults = new ArrayList<>(List.of(Fault.values()));
        while (true) {
            Collections.shuffle(faults, random);
            for (Fault each : faults) {
                if (isClosedAfterRest()) {
                    return;
                }
                if (take(each)) {
                    count.merge(each, 1, Integer::sum);
                    turns = Map.copyOf(count);
                }
            }
        }
    }

    /** Whether the fault came and went; a server on a busy machine may take too long to obey. */
    private boolean take(Fault fault) {
        int replica = random.nextInt(cluster.replicas().size());
        LOGGER.debug("{} at replica {}", fault, replica);
        try {
            fault.begin(cluster, replica);
            isClosedAfterRest();
            fault.end(cluster, replica);
            return true;
        } catch (MySqlClusterException ex) {
            LOGGER.warn("{} at replica {} did not come and go as ordered: {}", fault, replica, ex.getMessage());
            heal();
            return false;
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
        int milliseconds = SHORTEST_MILLISECONDS + random.nextInt(LONGEST_MILLISECONDS - SHORTEST_MILLISECONDS);
        try {
            return closing.await(milliseconds, TimeUnit.MILLISECONDS);
        } catch (InterruptedException ex) {
            throw new IllegalStateException("nobody interrupts this thread", ex);
        }
    }

    /** Ends the fault at hand and the script; blocks meanwhile. Fails if the script broke. */
    void end() throws ExecutionException, InterruptedException {
        closing.countDown();
        script.get();
    }
}
