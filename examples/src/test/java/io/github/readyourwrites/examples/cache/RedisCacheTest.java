package io.github.readyourwrites.examples.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.github.readyourwrites.freshness.CacheFillGuard;
import io.github.readyourwrites.freshness.CacheFillStatistics;
import io.github.readyourwrites.session.RywSession;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two instances share a cache in Redis, and read from a replica that is far behind. */
class RedisCacheTest {

    private static final String KEY = "customer:42";

    private static RedisProcess process;

    private final LaggingShop customers = new LaggingShop();

    private final RedisCommands<String, String> redis = connect();

    private final RedisCache cache = cache(redis);

    private final CacheFillGuard<String> here = new CacheFillGuard<>(cache);

    private final CacheFillGuard<String> elsewhere = new CacheFillGuard<>(cache(connect()));

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        process = new RedisProcess();
    }

    @AfterAll
    static void stop() throws IOException, InterruptedException {
        process.close();
    }

    private static RedisCommands<String, String> connect() {
        return process.connect();
    }

    private static RedisCache cache(RedisCommands<String, String> redis) {
        return new RedisCache(redis, Duration.ofMinutes(30), Duration.ofMinutes(10));
    }

    private void rename(CacheFillGuard<String> instance) {
        try (RywSession ignored = RywSession.open()) {
            customers.rename("Ada");
            instance.invalidate(KEY);
        }
    }

    /** The control. */
    @Test
    void naiveCacheIsFilledWithTheOldNameAfterItsInvalidation() {
        try (RywSession ignored = RywSession.open()) {
            customers.rename("Ada");
            redis.del("naive");
        }
        redis.set("naive", customers.name());
        assertEquals("Augusta", redis.get("naive"));
    }

    @Test
    void otherInstanceFillsWithTheNewName() {
        redis.flushall();
        assertEquals("Augusta", elsewhere.get(KEY, customers::name));
        assertEquals("Augusta", here.get(KEY, customers::name), "a hit");
        rename(here);
        assertEquals("Augusta", customers.name(), "the control: the replica is behind");
        assertEquals("Ada", elsewhere.get(KEY, customers::name));
        assertEquals("Ada", here.get(KEY, () -> "not read"));
        assertEquals(new CacheFillStatistics(0, 2, 0), elsewhere.statistics());
    }

    @Test
    void slowReaderElsewhereDoesNotPutTheOldNameBack() {
        redis.flushall();
        assertEquals("Augusta", elsewhere.get(KEY, () -> {
            String result = customers.name();
            rename(here);
            return result;
        }));
        assertNull(cache.get(KEY).value());
        assertEquals(new CacheFillStatistics(0, 0, 1), elsewhere.statistics());
    }

    @Test
    void writersAtTheSameTimeLoseNothing() {
        redis.flushall();
        List<CompletableFuture<Void>> writers = IntStream.range(0, 4)
                .mapToObj(i -> CompletableFuture.runAsync(() -> {
                    for (int each = 0; each < 10; each++) {
                        rename(i % 2 == 0 ? here : elsewhere);
                    }
                }))
                .toList();
        writers.forEach(CompletableFuture::join);
        assertEquals("Ada", elsewhere.get(KEY, customers::name));
        assertEquals("Ada", cache.get(KEY).value());
    }

    @Test
    void bothEndByThemselves() {
        redis.flushall();
        rename(here);
        elsewhere.get(KEY, customers::name);
        assertEquals(2, redis.keys("cache:*").size());
        redis.keys("cache:*").forEach(each -> assertEquals(true, redis.pttl(each) > 0));
    }
}
