package io.github.readyourwrites.examples.cache;

import io.github.readyourwrites.freshness.CachedValue;
import io.github.readyourwrites.freshness.GuardedCache;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.util.List;

/**
 * A cache in Redis that all instances share. Beside each value lies the stamp of the key's last write, and two scripts
 * compare it and change both. Thread-safe, as Lettuce's connection is.
 */
final class RedisCache implements GuardedCache<String> {

    private static final String FILL = """
            if (redis.call('GET', KEYS[2]) or '') ~= ARGV[1] then return 0 end
            redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
            return 1
            """;

    private static final String INVALIDATE = """
            if (redis.call('GET', KEYS[2]) or '') ~= ARGV[1] then return 0 end
            redis.call('DEL', KEYS[1])
            redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
            return 1
            """;

    private final RedisCommands<String, String> redis;

    private final String valueLife;

    private final String stampLife;

    /**
     * A cache over one connection.
     *
     * @param valueLife how long a value is kept
     * @param stampLife how long it is known that a key was written: longer than any read takes, and than replicas are
     *     ever behind
     */
    RedisCache(RedisCommands<String, String> redis, Duration valueLife, Duration stampLife) {
        this.redis = redis;
        this.valueLife = String.valueOf(valueLife.toMillis());
        this.stampLife = String.valueOf(stampLife.toMillis());
    }

    /** The braces keep both on one node of a Redis Cluster. */
    private static String[] keys(String key) {
        return new String[] {"cache:{" + key + "}:value", "cache:{" + key + "}:stamp"};
    }

    @Override
    public CachedValue<String> get(String key) {
        List<KeyValue<String, String>> both = redis.mget(keys(key));
        return new CachedValue<>(both.get(0).getValueOrElse(null), both.get(1).getValueOrElse(""));
    }

    @Override
    public boolean fill(String key, String stamp, String value) {
        return run(FILL, key, stamp, value, valueLife);
    }

    @Override
    public boolean invalidate(String key, String expected, String stamp) {
        return run(INVALIDATE, key, expected, stamp, stampLife);
    }

    private boolean run(String script, String key, String... arguments) {
        return redis.<Long>eval(script, ScriptOutputType.INTEGER, keys(key), arguments) == 1;
    }
}
