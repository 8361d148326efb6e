package io.github.readyourwrites.it.soak;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A million reads after writes by many threads, while replicas lag by themselves and suffer every fault in turns: none
 * misses a write that was acknowledged before it began. The stock load balancer misses many under the same load.
 */
@Tag("soak")
class ReadAfterWriteSoakIT {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReadAfterWriteSoakIT.class);

    private static final long CHECKS = Long.getLong("ryw.soak.checks", 1_000_000);

    private static final long CONTROL_CHECKS = Long.getLong("ryw.soak.control-checks", 20_000);

    private static final int THREADS = Integer.getInteger("ryw.soak.threads", 12);

    private static final long SEED = Long.getLong("ryw.soak.seed", 42);

    @Test
    void noReadMissesAnAcknowledgedWrite() throws Exception {
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            LOGGER.info(
                    "Control, the stock load balancer without any fault:\n  {}",
                    control(cluster).details());
            soak(cluster);
        }
    }

    private static Tally control(MySqlCluster cluster) throws Exception {
        Tally result = new Tally(CONTROL_CHECKS);
        run(cluster, ROUND_ROBIN, result, result::isComplete);
        assertTrue(result.stale() > 0, result::details);
        return result;
    }

    private static void soak(MySqlCluster cluster) throws Exception {
        Tally tally = new Tally(CHECKS);
        FaultScript faults = FaultScript.start(cluster, SEED);
        try {
            run(
                    cluster,
                    READ_YOUR_WRITES,
                    tally,
                    () -> faults.isBroken() || (tally.isComplete() && faults.hasHadEveryFault()));
        } finally {
            faults.end();
        }
        LOGGER.info("READ_YOUR_WRITES:\n  {}\n  faults: {}", tally.details(), faults.turns());
        assertEquals(0, tally.stale(), tally::details);
        assertEquals(0, tally.impossible(), tally::details);
        assertTrue(tally.checks() >= CHECKS, tally::details);
        assertTrue(tally.onReplicas() > tally.checks() / 2, tally::details);
        assertTrue(tally.checks(Scenario.ONE_TO_ONE) > tally.checks() / 4, tally::details);
        assertTrue(tally.failedReads() < tally.checks() / 100, tally::details);
    }

    private static void run(MySqlCluster cluster, String loadBalancer, Tally tally, BooleanSupplier isEnough)
            throws Exception {
        Ledger.createTable(cluster.primary());
        cluster.awaitCaughtUp();
        try (ShardingSphereFixture fixture = open(cluster, loadBalancer)) {
            Crew.work(fixture, cluster.primary(), tally, THREADS, SEED, isEnough);
        }
    }

    private static ShardingSphereFixture open(MySqlCluster cluster, String loadBalancer) throws Exception {
        ShardingSphereFixture.Builder result = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .urlParameters("socketTimeout=5000&connectTimeout=5000")
                .poolSize(THREADS + 4);
        if (loadBalancer.equals(READ_YOUR_WRITES)) {
            result.loadBalancerProperties("wait-timeout-milliseconds: 50");
        }
        return result.open(loadBalancer);
    }
}
