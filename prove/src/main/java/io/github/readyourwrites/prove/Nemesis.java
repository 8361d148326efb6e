package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MySqlClusterException;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.io.IOException;
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
 * Orders faults from the servers with a rest after each: every kind once in a random order, then again. Now and then two
 * replicas suffer at once. A seed gives the same faults in the same order at the same replicas, for the same times; the
 * moments are the machine's. Has a thread of its own.
 */
final class Nemesis implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(Nemesis.class);

    private static final int HEALING_ATTEMPTS = 10;

    private final Scene scene;

    private final Rhythm rhythm;

    private final List<Fault> faults;

    private final List<Fault> mild;

    private final Random random;

    private final MySqlServer first;

    private final CountDownLatch closing = new CountDownLatch(1);

    private final FutureTask<Void> work = new FutureTask<>(this::run, null);

    private final Map<Fault, Integer> turns = new EnumMap<>(Fault.class);

    private volatile String current = "";

    private Nemesis(Scene scene, List<Fault> faults, Rhythm rhythm, long seed) {
        this.scene = scene;
        this.rhythm = rhythm;
        this.faults = new ArrayList<>(faults);
        mild = faults.stream().filter(Fault::isMild).toList();
        random = new Random(seed);
        first = scene.cluster().primary();
    }

    static Nemesis start(Scene scene, List<Fault> faults, Rhythm rhythm, long seed) {
        Nemesis result = new Nemesis(scene, faults, rhythm, seed);
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

    /** Whether no more faults come, since one could not be undone; {@link #close} tells why. */
    boolean isBroken() {
        return work.isDone();
    }

    /** What is going on now, empty if nothing is. */
    String current() {
        return current;
    }

    private void run() {
        if (faults.isEmpty()) {
            isClosedWithin(Integer.MAX_VALUE);
            return;
        }
        while (true) {
            Collections.shuffle(faults, random);
            for (Fault each : faults) {
                int index = random.nextInt(scene.cluster().replicas().size());
                boolean isPair = each.isMild() && random.nextInt(3) == 0;
                List<Fault> together = isPair ? List.of(each, mild.get(random.nextInt(mild.size()))) : List.of(each);
                if (isClosedWithin(rhythm.rest(random))) {
                    return;
                }
                take(together, index, rhythm.fault(random));
            }
        }
    }

    /** A server on a busy machine may take too long to obey: then everything is healed, and the faults have not been. */
    private void take(List<Fault> together, int index, int milliseconds) {
        current = together.toString();
        int replicas = scene.cluster().replicas().size();
        try {
            prepare(together.get(0));
            for (int i = 0; i < together.size(); i++) {
                together.get(i).begin(scene, (index + i) % replicas);
            }
            isClosedWithin(milliseconds);
            for (int i = together.size() - 1; i >= 0; i--) {
                together.get(i).end(scene, (index + i) % replicas, first);
            }
            count(together);
        } catch (MySqlClusterException | IOException ex) {
            LOGGER.warn("{} at replica {} did not come and go as ordered: {}", together, index, ex.getMessage());
            heal(together.get(0));
        } catch (InterruptedException ex) {
            throw new IllegalStateException("nobody interrupts this thread", ex);
        }
        current = "";
    }

    private void prepare(Fault fault) {
        if (fault == Fault.WIPE || fault == Fault.FAILOVER) {
            scene.purgeLogs();
        }
    }

    private void count(List<Fault> together) {
        synchronized (turns) {
            together.forEach(each -> turns.merge(each, 1, Integer::sum));
        }
    }

    /** A machine too busy for a fault may be too busy for this, too. */
    private void heal(Fault fault) {
        for (int i = 1; ; i++) {
            try {
                if (fault.isOfRedis()) {
                    scene.healRedis();
                } else {
                    scene.heal();
                }
                return;
            } catch (MySqlClusterException | IOException ex) {
                if (i == HEALING_ATTEMPTS) {
                    throw new IllegalStateException("what has suffered " + fault + " cannot be healed", ex);
                }
                LOGGER.warn("Attempt {} to heal failed: {}", i, ex.getMessage());
            } catch (InterruptedException ex) {
                throw new IllegalStateException("nobody interrupts this thread", ex);
            }
        }
    }

    private boolean isClosedWithin(int milliseconds) {
        try {
            return closing.await(milliseconds, TimeUnit.MILLISECONDS);
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
