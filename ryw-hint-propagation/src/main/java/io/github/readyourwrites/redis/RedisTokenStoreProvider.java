package io.github.readyourwrites.redis;

import io.github.readyourwrites.session.spi.TokenStore;
import io.github.readyourwrites.session.spi.TokenStoreProvider;
import java.util.Map;

/** The type {@code REDIS}. Names no type of Lettuce: it is loaded where Lettuce is not. */
public final class RedisTokenStoreProvider implements TokenStoreProvider {

    private static final String CLIENT = "io.lettuce.core.RedisClient";

    @Override
    public String type() {
        return "REDIS";
    }

    @Override
    public void check(Map<String, String> properties) {
        try {
            Class.forName(CLIENT, false, RedisTokenStoreProvider.class.getClassLoader());
        } catch (ClassNotFoundException ex) {
            throw new IllegalArgumentException(
                    "token-store REDIS needs io.lettuce:lettuce-core on the class path of the plugin", ex);
        }
        RedisSettings.parse(properties);
    }

    @Override
    public TokenStore open(Map<String, String> properties) {
        RedisSettings settings = RedisSettings.parse(properties);
        return new RedisTokenStore(new RedisConnection(new LettuceClient(settings)), settings);
    }
}
