package io.github.readyourwrites.session;

import io.github.readyourwrites.session.spi.StoredTokens;
import io.github.readyourwrites.session.spi.TokenStore;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store in use, with what the configuration says about time and failures: no wait is longer than the time-out, and
 * every failure is counted. Thread-safe.
 */
final class SessionStore {

    private final TokenStore store;

    private final TokenStoreSettings settings;

    private final Supplier<Duration> timeToLive;

    private final FailureLog failedLoadLog;

    private final FailureLog failedSaveLog;

    /** One start of this instance. */
    private final String instance = randomId();

    private final AtomicLong lives = new AtomicLong();

    private final LongAdder loads = new LongAdder();

    private final LongAdder uncertainLoads = new LongAdder();

    private final LongAdder failedLoads = new LongAdder();

    private final LongAdder saves = new LongAdder();

    private final LongAdder failedSaves = new LongAdder();

    SessionStore(TokenStore store, TokenStoreSettings settings, Supplier<Duration> timeToLive, LongSupplier clock) {
        this.store = store;
        this.settings = settings;
        this.timeToLive = timeToLive;
        failedLoadLog = new FailureLog(clock);
        failedSaveLog = new FailureLog(clock);
    }

    private static String randomId() {
        byte[] result = new byte[12];
        new SecureRandom().nextBytes(result);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(result);
    }

    TokenStoreSettings settings() {
        return settings;
    }

    /** A name for one life of a session in this instance: a session forgotten and opened anew has another. */
    String newWriter() {
        return instance + '.' + Long.toString(lives.incrementAndGet(), Character.MAX_RADIX);
    }

    /**
     * What the store has of a session, with a mark if something may be missing; null if it could not be loaded in time.
     *
     * @throws TokenStoreException instead, if the configuration says so
     */
    @Nullable
    List<TokenEntry> load(String session) {
        loads.increment();
        StoredTokens tokens;
        try {
            tokens = bounded(started("load", () -> store.load(session, timeToLive.get()))
                            .thenApply(this::loaded))
                    .join();
        } catch (CompletionException ex) {
            failedLoads.increment();
            Throwable cause = cause(ex);
            failedLoadLog.warn(
                    "A session could not be loaded from its store; " + settings.onLoadFailure() + " applies",
                    failedLoads.sum(),
                    cause);
            if (settings.onLoadFailure() == LoadFailureAction.ERROR) {
                throw new TokenStoreException("the session could not be loaded from its store: " + cause, cause);
            }
            return null;
        }
        List<TokenEntry> result = new ArrayList<>();
        tokens.tokens().forEach(each -> result.addAll(StoredEntries.decode(each)));
        if (!tokens.complete()) {
            result.add(TokenEntry.MARK);
        }
        if (result.stream().anyMatch(TokenEntry::marked)) {
            uncertainLoads.increment();
        }
        return result;
    }

    /** Begins a save; never throws. The result ends within the time-out. */
    CompletableFuture<Void> save(String session, String writer, long number, List<TokenEntry> entries) {
        saves.increment();
        return bounded(started(
                "save", () -> store.save(session, writer, number, StoredEntries.encode(entries), timeToLive.get())));
    }

    /**
     * Waits for a save, no longer than the time-out.
     *
     * @throws TokenStoreException if it failed and the configuration says so
     */
    void await(CompletableFuture<Void> save) {
        try {
            bounded(save).join();
        } catch (CompletionException ex) {
            failedSave(ex);
            if (settings.onSaveFailure() == SaveFailureAction.ERROR) {
                throw new TokenStoreException(
                        "the session is closed but could not be saved to its store: " + cause(ex), cause(ex));
            }
        }
    }

    /** A save that nobody waits for, or that was waited for, failed. */
    void failedSave(Throwable ex) {
        failedSaves.increment();
        failedSaveLog.warn(
                "A session could not be saved to its store: another instance may miss what it wrote",
                failedSaves.sum(),
                cause(ex));
    }

    private <T> CompletableFuture<T> bounded(CompletableFuture<T> future) {
        return future.copy().orTimeout(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
    }

    private <T> CompletableFuture<T> started(String method, Supplier<CompletionStage<T>> operation) {
        try {
            CompletionStage<T> stage = operation.get();
            CompletableFuture<T> result = stage == null ? null : stage.toCompletableFuture();
            return result == null ? CompletableFuture.failedFuture(brokenContract(method, "returned null")) : result;
        } catch (RuntimeException ex) {
            return CompletableFuture.failedFuture(ex);
        }
    }

    private StoredTokens loaded(@Nullable StoredTokens tokens) {
        if (tokens == null) {
            throw brokenContract("load", "completed its stage with null, which no store may");
        }
        return tokens;
    }

    private IllegalStateException brokenContract(String method, String what) {
        return new IllegalStateException(store.getClass().getName() + '.' + method + ' ' + what);
    }

    private Throwable cause(Throwable ex) {
        Throwable result = ex instanceof CompletionException && ex.getCause() != null ? ex.getCause() : ex;
        return result instanceof TimeoutException
                ? new TimeoutException("no answer within " + settings.timeout().toMillis() + " ms")
                : result;
    }

    TokenStoreStatistics statistics() {
        return new TokenStoreStatistics(
                loads.sum(), uncertainLoads.sum(), failedLoads.sum(), saves.sum(), failedSaves.sum());
    }

    List<String> findings() {
        return store.findings();
    }

    void close() {
        store.close();
    }
}
