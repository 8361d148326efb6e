package io.github.readyourwrites.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lettuce.core.RedisURI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RedisSettingsTest {

    private static String refusal(Map<String, String> properties) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> RedisSettings.parse(properties))
                .getMessage());
    }

    @Test
    void takesOneServer() {
        RedisSettings settings = RedisSettings.parse(Map.of("uri", "redis://cache:6380/2"));
        assertEquals(List.of("cache", "6380"), server(settings.uris().get(0)));
        assertFalse(settings.cluster());
        assertEquals("ryw", settings.keyPrefix());
    }

    private static List<String> server(RedisURI uri) {
        return List.of(uri.getHost(), String.valueOf(uri.getPort()));
    }

    @Test
    void takesSentinelsAsOneUri() {
        RedisSettings settings = RedisSettings.parse(Map.of("uri", "redis-sentinel://one:26379,two:26379/0#main"));
        assertEquals(1, settings.uris().size());
        assertEquals(2, settings.uris().get(0).getSentinels().size());
        assertEquals("main", settings.uris().get(0).getSentinelMasterId());
    }

    @Test
    void takesNodesOfACluster() {
        RedisSettings settings = RedisSettings.parse(
                Map.of("uri", "redis://one:6379, rediss://two:6380", "cluster", "TRUE", "key-prefix", "shop"));
        assertEquals(List.of("two", "6380"), server(settings.uris().get(1)));
        assertTrue(settings.cluster());
        assertEquals("shop", settings.keyPrefix());
    }

    @Test
    void refusesWhatIsNotThere() {
        assertTrue(refusal(Map.of()).contains("token-store.uri"));
        assertTrue(refusal(Map.of("uri", "redis://one,redis://two")).contains("token-store.cluster"));
        assertTrue(refusal(Map.of("uri", "redis://one", "url", "x")).contains("token-store.url"));
        assertTrue(refusal(Map.of("uri", "redis://one", "cluster", "yes")).contains("true, false"));
        assertTrue(refusal(Map.of("uri", "redis://one", "key-prefix", "{a}")).contains("key-prefix"));
    }

    @Test
    void neverSaysAUri() {
        String message = refusal(Map.of("uri", "http://user:secret@one"));
        assertTrue(message.contains("token-store.uri"), message);
        assertFalse(message.contains("secret"), message);
    }
}
