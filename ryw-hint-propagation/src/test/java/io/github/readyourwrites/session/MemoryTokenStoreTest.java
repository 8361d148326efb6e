package io.github.readyourwrites.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.session.spi.StoredTokens;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryTokenStoreTest {

    private static final Duration KEPT = Duration.ofNanos(100);

    private final AtomicLong clock = new AtomicLong();

    private final MemoryTokenStore store = new MemoryTokenStore(clock::get);

    private StoredTokens load(String session) {
        return store.load(session, KEPT).toCompletableFuture().join();
    }

    @Test
    void aSessionHasAnEntryPerWriter() {
        store.save("s", "one", 1, "a", KEPT);
        store.save("s", "two", 1, "b", KEPT);
        store.save("s", "one", 2, "c", KEPT);
        assertEquals(Set.of("b", "c"), Set.copyOf(load("s").tokens()));
        assertEquals(List.of(), load("other").tokens());
        assertTrue(load("other").complete());
    }

    @Test
    void anOlderSaveThatArrivesLateReplacesNothing() {
        store.save("s", "one", 2, "new", KEPT);
        store.save("s", "one", 1, "old", KEPT);
        assertEquals(List.of("new"), load("s").tokens());
    }

    @Test
    void anEntryIsForgottenWhenItsTimeIsOver() {
        store.save("s", "one", 1, "a", KEPT);
        clock.set(99);
        assertEquals(List.of("a"), load("s").tokens());
        clock.set(100);
        assertEquals(List.of(), load("s").tokens());
        store.save("other", "one", 1, "a", KEPT);
        assertEquals(1, store.size());
    }
}
