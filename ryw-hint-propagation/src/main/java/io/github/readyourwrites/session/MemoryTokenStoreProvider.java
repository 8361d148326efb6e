package io.github.readyourwrites.session;

import io.github.readyourwrites.session.spi.TokenStore;
import io.github.readyourwrites.session.spi.TokenStoreProvider;
import java.util.Map;

/** The type {@code MEMORY}: for tests, and for single instances that want the same configuration everywhere. */
public final class MemoryTokenStoreProvider implements TokenStoreProvider {

    @Override
    public String type() {
        return "MEMORY";
    }

    @Override
    public void check(Map<String, String> properties) {
        if (!properties.isEmpty()) {
            throw new IllegalArgumentException("token-store MEMORY has no properties, but there is 'token-store."
                    + properties.keySet().iterator().next() + "'");
        }
    }

    @Override
    public TokenStore open(Map<String, String> properties) {
        return new MemoryTokenStore(System::nanoTime);
    }
}
