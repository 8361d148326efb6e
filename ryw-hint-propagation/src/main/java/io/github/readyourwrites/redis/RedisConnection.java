package io.github.readyourwrites.redis;

import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection for all sessions. Lettuce mends one that was made; until it was made this object tries again, at most
 * once a second. Thread-safe; {@link #run} never blocks.
 */
final class RedisConnection implements AutoCloseable {

    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final RedisLink link;

    /** Guarded by this. */
    private @Nullable CompletableFuture<RedisClusterAsyncCommands<String, String>> connecting;

    /** Guarded by this. */
    private long triedAtNanos;

    RedisConnection(RedisLink link) {
        this.link = link;
    }

    /** Runs {@code command} on the connection, or fails at once if there is none yet. */
    <T> CompletionStage<T> run(Function<RedisClusterAsyncCommands<String, String>, CompletionStage<T>> command) {
        return connected().thenCompose(command);
    }

    /** The connection, or one that is being made; failed if the last try was too short ago. */
    synchronized CompletableFuture<RedisClusterAsyncCommands<String, String>> connected() {
        CompletableFuture<RedisClusterAsyncCommands<String, String>> current = connecting;
        long now = System.nanoTime();
        if (current == null || (current.isCompletedExceptionally() && now - triedAtNanos >= RETRY_NANOS)) {
            triedAtNanos = now;
            try {
                current = link.connect().toCompletableFuture();
            } catch (RuntimeException ex) {
                current = CompletableFuture.failedFuture(new RedisConnectionException("cannot connect", ex));
            }
            connecting = current;
        }
        return current;
    }

    @Override
    public void close() {
        link.close();
    }
}
