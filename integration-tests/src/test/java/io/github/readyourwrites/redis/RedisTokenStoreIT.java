package io.github.readyourwrites.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.redis.RedisServerFixture;
import io.github.readyourwrites.session.spi.StoredTokens;
import io.github.readyourwrites.session.spi.TokenStore;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the store says complete, and what it keeps, when Redis loses things in every way it can. */
class RedisTokenStoreIT {

    /** As long as a test may take between two steps that must fall into it. */
    private static final Duration KEPT = Duration.ofSeconds(60);

    /** An epoch is older than this at once. */
    private static final Duration NO_TIME = Duration.ofMillis(1);

    private RedisServerFixture redis;

    private TokenStore store;

    @BeforeEach
    void open() throws IOException {
        redis = RedisServerFixture.start();
        store = open(redis.uri(), false);
    }

    @AfterEach
    void close() throws IOException {
        try (RedisServerFixture ignored = redis) {
            store.close();
        }
    }

    private static TokenStore open(String uri, boolean cluster) {
        return new RedisTokenStoreProvider().open(Map.of("uri", uri, "cluster", String.valueOf(cluster)));
    }

    private void save(String writer, long number, String token) {
        await(store, writer, number, token);
    }

    private static void await(TokenStore store, String writer, long number, String token) {
        store.save("session", writer, number, token, KEPT)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    private static ConditionFactory patiently() {
        return Awaitility.await().atMost(Duration.ofSeconds(60));
    }

    private StoredTokens load(Duration timeToLive) {
        return load(store, timeToLive);
    }

    private static StoredTokens load(TokenStore store, Duration timeToLive) {
        return store.load("session", timeToLive)
                .toCompletableFuture()
                .orTimeout(20, TimeUnit.SECONDS)
                .join();
    }

    /** Since when the epoch is counted makes the only difference: a mature one says complete. */
    private void awaitMature() {
        patiently().until(() -> load(NO_TIME).complete());
    }

    private StoredTokens loadOnceBack() {
        return patiently().ignoreExceptions().until(() -> load(NO_TIME), ignored -> true);
    }

    @Test
    void aSessionHasAnEntryPerWriter() {
        save("one", 1, "a b:c");
        save("two", 1, "d");
        save("one", 2, "e");
        try (TokenStore elsewhere = open(redis.uri(), false)) {
            assertEquals(Set.of("d", "e"), Set.copyOf(load(elsewhere, KEPT).tokens()));
        }
    }

    @Test
    void anOlderSaveThatArrivesLateReplacesNothing() {
        save("one", 10, "new");
        save("one", 9, "old");
        assertEquals(List.of("new"), load(KEPT).tokens());
    }

    @Test
    void aYoungEpochIsNotComplete() {
        assertFalse(load(KEPT).complete());
        awaitMature();
        assertTrue(load(NO_TIME).complete());
    }

    @Test
    void anEntryWhoseTimeIsOverIsForgottenAlsoWhileOthersStay() {
        save("long", 1, "kept");
        store.save("session", "short", 1, "gone", NO_TIME).toCompletableFuture().join();
        patiently().until(() -> load(KEPT).tokens().equals(List.of("kept")));
        assertEquals(1L, (long)
                redis.call(commands -> commands.hlen(commands.keys("*session*").get(0))));
        assertTrue(
                redis.call(commands -> commands.pttl(commands.keys("*session*").get(0))) > 0);
    }

    @Test
    void anEmptiedServerBeginsANewEpoch() {
        save("one", 1, "a");
        String before = epoch();
        redis.flush();
        assertNewEpoch(before, List.of());
    }

    @Test
    void aServerRestartedWithAnOldSnapshotBeginsANewEpoch() throws IOException {
        save("one", 1, "old");
        String before = epoch();
        redis.call(RedisCommands::save);
        save("one", 2, "new");
        redis.kill();
        assertThrows(CompletionException.class, () -> load(KEPT));
        redis.restart();
        loadOnceBack();
        assertNewEpoch(before, List.of("old"));
    }

    @Test
    void anEvictionBeginsANewEpoch() {
        save("one", 1, "a");
        String before = epoch();
        redis.call(commands -> {
            // Not the epoch, which has no expiry: an eviction is noticed all the same.
            commands.configSet("maxmemory-policy", "volatile-random");
            return commands.configSet("maxmemory", "1");
        });
        // Whatever is written next finds the server full.
        assertThrows(Exception.class, () -> redis.call(commands -> commands.set("filler", "x")));
        redis.call(commands -> commands.configSet("maxmemory", "0"));
        assertNewEpoch(before, List.of());
        assertTrue(store.findings().get(0).contains("may evict"), store.findings()::toString);
    }

    /** When the epoch began, and of which server it is. */
    private String epoch() {
        load(KEPT);
        return redis.call(commands -> commands.get(commands.keys("*epoch").get(0)));
    }

    /** So that what is lost now is not believed to be all, as {@link #aYoungEpochIsNotComplete} shows. */
    private void assertNewEpoch(String before, List<String> tokens) {
        assertNotEquals(before, epoch());
        StoredTokens answer = load(KEPT);
        assertFalse(answer.complete());
        assertEquals(tokens, answer.tokens());
    }

    @Test
    void aServerThatComesLateIsFound() throws IOException {
        redis.kill();
        try (TokenStore early = open(redis.uri(), false)) {
            assertTrue(early.findings().get(0).contains("cannot be reached"), early.findings()::toString);
            redis.restart();
            patiently().ignoreExceptions().until(() -> {
                await(early, "one", 1, "a");
                return true;
            });
        }
    }

    @Test
    void aClusterKeepsSessions() throws IOException {
        try (RedisServerFixture node = RedisServerFixture.start("--cluster-enabled", "yes")) {
            node.call(commands -> {
                int[] slots = new int[16_384];
                java.util.Arrays.setAll(slots, each -> each);
                return commands.clusterAddSlots(slots);
            });
            patiently().until(() -> node.call(RedisCommands::clusterInfo).contains("cluster_state:ok"));
            try (TokenStore cluster = open(node.uri(), true)) {
                patiently().ignoreExceptions().until(() -> {
                    await(cluster, "one", 1, "a");
                    return true;
                });
                assertEquals(List.of("a"), load(cluster, KEPT).tokens());
            }
        }
    }

    @Test
    void sentinelsLeadToTheServer() throws IOException {
        try (RedisServerFixture sentinel = RedisServerFixture.start("--sentinel")) {
            sentinel.call(commands -> commands.dispatch(
                    io.lettuce.core.protocol.CommandType.SENTINEL,
                    new io.lettuce.core.output.StatusOutput<>(io.lettuce.core.codec.StringCodec.UTF8),
                    new io.lettuce.core.protocol.CommandArgs<>(io.lettuce.core.codec.StringCodec.UTF8)
                            .add("MONITOR")
                            .add("main")
                            .add("127.0.0.1")
                            .add(redis.port())
                            .add(1)));
            save("one", 1, "a");
            try (TokenStore found = open("redis-sentinel://127.0.0.1:" + sentinel.port() + "/0#main", false)) {
                assertEquals(List.of("a"), load(found, KEPT).tokens());
            }
        }
    }
}
