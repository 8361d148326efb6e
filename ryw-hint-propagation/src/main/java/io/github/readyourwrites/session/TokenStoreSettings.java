package io.github.readyourwrites.session;

import io.github.readyourwrites.session.spi.TokenStoreProvider;
import java.time.Duration;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * The store that sessions are kept in. Immutable.
 *
 * @param type {@code token-store}
 * @param properties the store's own, without the prefix {@code token-store.}
 * @param timeout {@code token-store-timeout-milliseconds}: how long a load or a save is waited for
 * @param onLoadFailure {@code on-token-load-failure}
 * @param onSaveFailure {@code on-token-save-failure}
 */
public record TokenStoreSettings(
        String type,
        Map<String, String> properties,
        Duration timeout,
        LoadFailureAction onLoadFailure,
        SaveFailureAction onSaveFailure) {

    public TokenStoreSettings {
        properties = Map.copyOf(properties);
    }

    /**
     * Checks type and properties; opens nothing.
     *
     * @throws IllegalArgumentException with a message for the user
     */
    public void check() {
        provider().check(properties);
    }

    TokenStoreProvider provider() {
        ServiceLoader<TokenStoreProvider> providers =
                ServiceLoader.load(TokenStoreProvider.class, TokenStoreSettings.class.getClassLoader());
        for (TokenStoreProvider each : providers) {
            if (each.type().equalsIgnoreCase(type)) {
                return each;
            }
        }
        throw new IllegalArgumentException("property 'token-store' has the value '" + type + "', allowed: NONE, "
                + providers.stream().map(each -> each.get().type()).sorted().collect(Collectors.joining(", ")));
    }

    /** Without properties: they may hold a password. */
    @Override
    public String toString() {
        return type;
    }
}
