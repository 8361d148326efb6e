package io.github.readyourwrites.session;

import io.github.readyourwrites.session.spi.StoredTokens;
import io.github.readyourwrites.session.spi.TokenStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/** Keeps sessions in this object. Thread-safe; it loses nothing before its time, so its answers are always complete. */
final class MemoryTokenStore implements TokenStore {

    /** How many sessions one save looks at to forget those whose time is over. */
    private static final int SWEEP = 4;

    private final LongSupplier clock;

    /** In the order of their last saves. Guarded by this. */
    private final Map<String, Map<String, Entry>> sessions = new LinkedHashMap<>();

    MemoryTokenStore(LongSupplier clock) {
        this.clock = clock;
    }

    @Override
    public synchronized CompletionStage<Void> save(
            String session, String writer, long number, String token, Duration timeToLive) {
        sweep();
        Map<String, Entry> writers = sessions.remove(session);
        if (writers == null) {
            writers = new HashMap<>();
        }
        Entry saved = new Entry(number, token, clock.getAsLong() + timeToLive.toNanos());
        writers.merge(writer, saved, (old, added) -> old.number > added.number ? old : added);
        sessions.put(session, writers);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized CompletionStage<StoredTokens> load(String session, Duration timeToLive) {
        Map<String, Entry> writers = sessions.getOrDefault(session, Map.of());
        long now = clock.getAsLong();
        return CompletableFuture.completedFuture(new StoredTokens(
                writers.values().stream()
                        .filter(each -> now - each.expiresAt < 0)
                        .map(Entry::token)
                        .toList(),
                true));
    }

    private void sweep() {
        long now = clock.getAsLong();
        var oldest = sessions.values().iterator();
        for (int i = 0; i < SWEEP && oldest.hasNext(); i++) {
            Map<String, Entry> writers = oldest.next();
            writers.values().removeIf(each -> now - each.expiresAt >= 0);
            if (writers.isEmpty()) {
                oldest.remove();
            }
        }
    }

    synchronized int size() {
        return sessions.size();
    }

    @Override
    public synchronized void close() {
        sessions.clear();
    }

    private record Entry(long number, String token, long expiresAt) {}
}
