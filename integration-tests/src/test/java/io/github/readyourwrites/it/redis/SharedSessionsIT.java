package io.github.readyourwrites.it.redis;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.it.redis.Instance.Outcome;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Two JVMs and Redis, both replicas' appliers stopped: what one JVM writes for a user the other reads for that user, also
 * when Redis is gone, hangs or has lost everything. Row 0 belongs to the user U; V has written nothing.
 */
@ExtendWith(SharedCluster.class)
class SharedSessionsIT {

    /** Long enough for every step of a test, short enough to be waited for. */
    private static final int TIME_TO_LIVE = 10_000;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static RedisServerFixture redis;

    private static TwoInstances instances;

    /** Of this test alone: nobody has heard of them. */
    private String userU = "";

    private String userV = "";

    @BeforeAll
    static void start(MySqlCluster cluster) throws IOException, SQLException {
        TwoInstances.createRows(cluster, 1);
        redis = RedisServerFixture.start();
        instances = TwoInstances.start(cluster, properties(redis), 4);
    }

    private static String properties(RedisServerFixture redis) {
        return "token-store: REDIS, token-store.uri: '" + redis.uri() + "', token-store-timeout-milliseconds: 1000,"
                + " on-token-save-failure: ERROR, token-ttl-milliseconds: " + TIME_TO_LIVE
                + ", wait-timeout-milliseconds: 50";
    }

    @AfterAll
    static void stop() throws IOException, SQLException {
        instances.close();
        redis.close();
    }

    @BeforeEach
    void stopAppliers(MySqlCluster cluster) {
        TwoInstances.createRows(cluster, 1);
        cluster.replicas().forEach(MySqlServer::stopApplier);
        userU = "U" + System.nanoTime();
        userV = "V" + System.nanoTime();
    }

    /** Before that, a session of which Redis has nothing asks the primary. */
    private void awaitMatureEpoch() {
        await().atMost(PATIENCE).until(() -> {
            long uncertain = uncertainLoadsHere();
            readHere("nobody" + System.nanoTime());
            return uncertainLoadsHere() == uncertain;
        });
    }

    private static long uncertainLoadsHere() {
        return SessionRegistry.tokenStoreStatistics().orElseThrow().uncertainLoads();
    }

    private static Outcome outcome(CompletableFuture<Outcome> future) {
        Outcome result = future.orTimeout(60, TimeUnit.SECONDS).join();
        assertFalse(result.isFailed(), result::toString);
        return result;
    }

    private boolean writeElsewhere() {
        return outcome(instances.elsewhere().write(userU, 0)).saved();
    }

    private static Outcome readHere(String session) {
        return outcome(instances.here().read(session, 0));
    }

    private static long failedSavesElsewhere() {
        return outcome(instances.elsewhere().failedSaves()).value();
    }

    @Test
    void whatIsWrittenElsewhereIsReadHereAndConcernsNobodyElse(MySqlCluster cluster) {
        awaitMatureEpoch();
        assertTrue(writeElsewhere());
        Outcome read = readHere(userU);
        assertEquals(1, read.value(), read::toString);
        assertEquals("write_ds PRIMARY_AFTER_WAIT", read.reason());
        Outcome other = readHere(userV);
        assertEquals(0, other.value(), "the control: what is not in the session is read where it is old");
        assertTrue(other.reason().startsWith("read_ds_"), other::toString);
        cluster.replicas().forEach(MySqlServer::startApplier);
        await().atMost(PATIENCE).until(() -> readHere(userU).reason().startsWith("read_ds_"));
    }

    @Test
    void aTransactionThatOutlivesItsSessionIsReadHere() {
        assertTrue(outcome(instances.elsewhere().writeOutliving(userU, 0)).saved());
        assertEquals(1, readHere(userU).value());
        String key = redis.call(commands -> commands.keys("*session*")).stream()
                .filter(each ->
                        redis.call(commands -> commands.hvals(each)).toString().contains("!"))
                .findFirst()
                .orElseThrow();
        assertFalse(key.contains(userU), "Redis is not told who it is about");
    }

    @Test
    void whileRedisIsGoneReadsAskThePrimaryAndEveryFailedSaveIsCounted() throws IOException {
        assertTrue(writeElsewhere());
        redis.kill();
        try {
            assertEquals(1, readHere(userU).value());
            long failed = failedSavesElsewhere();
            assertFalse(writeElsewhere());
            assertFalse(writeElsewhere());
            assertEquals(failed + 2, failedSavesElsewhere());
            assertEquals(3, readHere(userU).value());
        } finally {
            redis.restart();
        }
        // It has come back with nothing.
        assertEquals(3, readHere(userU).value());
        await().atMost(PATIENCE).until(this::writeElsewhere);
        long written = outcome(instances.elsewhere().read(userU, 0)).value();
        assertEquals(written, readHere(userU).value());
    }

    @Test
    void whileRedisHangsReadsAskThePrimaryAndEveryFailedSaveIsCounted() {
        assertTrue(writeElsewhere());
        redis.freeze();
        try {
            assertEquals(1, readHere(userU).value());
            long failed = failedSavesElsewhere();
            assertFalse(writeElsewhere());
            assertEquals(failed + 1, failedSavesElsewhere());
            assertEquals(2, readHere(userU).value());
        } finally {
            redis.thaw();
        }
        await().atMost(PATIENCE).until(this::writeElsewhere);
        long written = outcome(instances.elsewhere().read(userU, 0)).value();
        assertEquals(written, readHere(userU).value());
    }

    @Test
    void whatAnEmptiedRedisHasLostIsNotMissed() {
        awaitMatureEpoch();
        assertTrue(writeElsewhere());
        redis.flush();
        assertEquals(1, readHere(userU).value());
    }

    @Test
    void whatASlowRedisSavesIsRead() {
        for (int i = 1; i <= 3; i++) {
            CompletableFuture<String> stall = CompletableFuture.supplyAsync(
                    () -> redis.call(commands -> commands.eval(RedisFault.STALL, ScriptOutputType.VALUE)));
            writeElsewhere();
            assertEquals(i, readHere(userU).value());
            stall.join();
        }
    }
}
