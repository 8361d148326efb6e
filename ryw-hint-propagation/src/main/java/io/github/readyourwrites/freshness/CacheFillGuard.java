package io.github.readyourwrites.freshness;

import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.TokenExchange;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps old values out of a cache whose values are read from replicas. An invalidation leaves a stamp beside the place of
 * the value: the position of the write. Whoever fills the place reads in a session that must see that position, and the
 * value is kept only if the stamp is still the one that the read began with.
 *
 * <pre>{@code
 * String name = guard.get("customer:42", () -> customers.name(42));
 *
 * customers.rename(42, "Ada");          // commits
 * guard.invalidate("customer:42");      // after the commit, before anybody is told of it
 * }</pre>
 *
 * <p>Without it an old value may come back after an invalidation, and stay: a reader that found the place empty reads from
 * a replica that is behind, or did so before the write and is slow to fill.
 *
 * <p>Thread-safe. Blocks as the cache and the read do. Has no memory of its own: that is the cache's.
 */
public final class CacheFillGuard<V> {

    /** In characters. */
    private static final int MAX_STAMP_LENGTH = 1024;

    /** Each failure is somebody else's success; so many of them are a fault of the cache. */
    private static final int MAX_ATTEMPTS = 1000;

    private final GuardedCache<V> cache;

    private final LongAdder hits = new LongAdder();

    private final LongAdder filled = new LongAdder();

    private final LongAdder refused = new LongAdder();

    public CacheFillGuard(GuardedCache<V> cache) {
        this.cache = Objects.requireNonNull(cache, "cache");
    }

    /**
     * The cached value, or else what {@code read} gives, which is kept if it is sure not to be older than the last write
     * known. The calling thread's session, if it has one, sees that write from then on. Null is not kept.
     *
     * <p>A read under the level EVENTUAL may be old in spite of all, and so may one in a transaction that began to read
     * before the write. If any of the read's queries may be stale because that is allowed, the value is not kept, on
     * whatever thread it was, as long as the session was carried there.
     */
    public <E extends Exception> @Nullable V get(String key, Read<? extends @Nullable V, E> read) throws E {
        CachedValue<V> cached = cache.get(key);
        V value = cached.value();
        if (value != null) {
            hits.increment();
            return value;
        }
        Optional<RywSession> current = RywSession.current();
        if (current.isPresent()) {
            return load(key, cached.stamp(), current.get(), read);
        }
        try (RywSession session = RywSession.open()) {
            return load(key, cached.stamp(), session, read);
        }
    }

    private <E extends Exception> @Nullable V load(
            String key, String stamp, RywSession session, Read<? extends @Nullable V, E> read) throws E {
        ReadView view = ReadView.current();
        long staleBefore = view.staleReads();
        V result;
        if (stamp.isEmpty() || !TokenExchange.of(session).receive(stamp).isRejection()) {
            result = read.run();
        } else {
            // Somebody wrote something, with keys that are not known here.
            try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary()) {
                result = read.run();
            }
        }
        if (result != null) {
            boolean kept = view.staleReads() == staleBefore && cache.fill(key, stamp, result);
            (kept ? filled : refused).increment();
        }
        return result;
    }

    /**
     * The value of {@code key} was written by the calling thread's session or, outside any, by this JVM: removes it from
     * the cache, and leaves the position of the write. To be called once the write is committed, on each writer's side.
     */
    public void invalidate(String key) {
        String own = TokenExchange.currentToken();
        for (int i = 0; i < MAX_ATTEMPTS; i++) {
            String expected = cache.get(key).stamp();
            if (cache.invalidate(key, expected, both(expected, own))) {
                return;
            }
        }
        throw new IllegalStateException(
                "the cache did not remove the value of " + key + " in " + MAX_ATTEMPTS + " tries");
    }

    /** A stamp that stands for another one and a token. Of two writers at once the one that comes later must not be alone. */
    private static String both(String stamp, String token) {
        try (RywSession session = RywSession.open()) {
            boolean isUnknown =
                    !stamp.isEmpty() && TokenExchange.of(session).receive(stamp).isRejection();
            session.merge(token);
            return TokenExchange.of(session).news(MAX_STAMP_LENGTH, isUnknown).orElse(token);
        }
    }

    /** The counts so far. */
    public CacheFillStatistics statistics() {
        return new CacheFillStatistics(hits.sum(), filled.sum(), refused.sum());
    }
}
