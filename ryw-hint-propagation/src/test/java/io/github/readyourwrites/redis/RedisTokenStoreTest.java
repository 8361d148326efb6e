package io.github.readyourwrites.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RedisTokenStoreTest {

    @Test
    void warnsWhereRedisMayEvict() {
        assertEquals(List.of(), RedisTokenStore.eviction("maxmemory:0\r\nmaxmemory_policy:noeviction\r\n"));
        String bounded = RedisTokenStore.eviction("maxmemory:1048576\r\nmaxmemory_policy:allkeys-lru\r\n")
                .get(0);
        assertTrue(bounded.startsWith("Redis may evict sessions (maxmemory-policy allkeys-lru)"), bounded);
        String unbounded = RedisTokenStore.eviction("maxmemory:0\r\nmaxmemory_policy:volatile-ttl\r\n")
                .get(0);
        assertTrue(unbounded.startsWith("Redis may evict sessions once maxmemory is set"), unbounded);
    }

    @Test
    void aSessionAndItsEpochAreInOneSlotOfACluster() {
        RedisKeys keys = new RedisKeys("ryw", true);
        Set<String> epochs = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            String[] both = keys.of("session-" + i);
            assertEquals(tag(both[1]), tag(both[0]));
            epochs.add(both[1]);
        }
        assertTrue(epochs.size() > 100, "all over the cluster");
        assertEquals(new RedisKeys("ryw", false).of("a")[1], new RedisKeys("ryw", false).of("b")[1]);
    }

    private static String tag(String key) {
        return key.substring(key.indexOf('{'), key.indexOf('}'));
    }
}
