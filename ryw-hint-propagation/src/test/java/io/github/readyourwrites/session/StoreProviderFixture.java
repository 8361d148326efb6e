package io.github.readyourwrites.session;

import io.github.readyourwrites.session.spi.TokenStore;
import io.github.readyourwrites.session.spi.TokenStoreProvider;
import java.time.Duration;
import java.util.Map;

/** The type FIXTURE: a store that fails when it is told to. */
public final class StoreProviderFixture implements TokenStoreProvider {

    private static TokenStoreFixture store = new TokenStoreFixture();

    /** A store that works, in use from now on until it is closed. What cannot be loaded is fenced. */
    public static AutoCloseable inUse(SaveFailureAction onSaveFailure) {
        store = new TokenStoreFixture();
        return SessionRegistry.use(
                Duration.ofMinutes(10),
                SessionlessScope.INSTANCE,
                TokenKeys.none(),
                new TokenStoreSettings(
                        "FIXTURE", Map.of(), Duration.ofMinutes(1), LoadFailureAction.FENCE, onSaveFailure));
    }

    /** Whether it fails from now on. */
    public static void fail(boolean value) {
        store.failing = value;
    }

    /** Whether a class that it needs is missing from now on. */
    static void breakDown(boolean value) {
        store.broken = value;
    }

    @Override
    public String type() {
        return "FIXTURE";
    }

    @Override
    public void check(Map<String, String> properties) {}

    @Override
    public TokenStore open(Map<String, String> properties) {
        return store;
    }
}
