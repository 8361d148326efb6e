package io.github.readyourwrites.redis;

import io.github.readyourwrites.session.spi.StoredTokens;
import io.github.readyourwrites.session.spi.TokenStore;
import io.lettuce.core.ScriptOutputType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Keeps sessions in Redis: a hash per session, a field per writer. An answer is complete once the epoch is older than the
 * time to live: what was lost before has ended by then. Thread-safe.
 */
final class RedisTokenStore implements TokenStore {

    private static final Script SAVE = new Script(Scripts.SAVE, ScriptOutputType.INTEGER);

    private static final Script LOAD = new Script(Scripts.LOAD, ScriptOutputType.MULTI);

    private static final Pattern POLICY = Pattern.compile("^maxmemory_policy:(\\S+)", Pattern.MULTILINE);

    private static final Pattern LIMIT = Pattern.compile("^maxmemory:(\\d+)", Pattern.MULTILINE);

    /** How long the first connection is waited for, so that it can be looked at. */
    private static final long FIRST_LOOK_SECONDS = 3;

    private final RedisConnection connection;

    private final RedisKeys keys;

    @SuppressWarnings("FutureReturnValueIgnored") // only begins to connect
    RedisTokenStore(RedisConnection connection, RedisSettings settings) {
        this.connection = connection;
        keys = new RedisKeys(settings.keyPrefix(), settings.cluster());
        connection.connected();
    }

    @Override
    public CompletionStage<Void> save(String session, String writer, long number, String token, Duration timeToLive) {
        return connection
                .run(commands -> SAVE.<Long>run(
                        commands,
                        keys.of(session),
                        writer,
                        String.valueOf(number),
                        token,
                        String.valueOf(timeToLive.toMillis())))
                .thenAccept(ignored -> {});
    }

    @Override
    public CompletionStage<StoredTokens> load(String session, Duration timeToLive) {
        return connection
                .run(commands ->
                        LOAD.<List<Object>>run(commands, keys.of(session), String.valueOf(timeToLive.toMillis())))
                .thenApply(RedisTokenStore::tokens);
    }

    private static StoredTokens tokens(List<Object> answer) {
        List<String> result = new ArrayList<>(answer.size());
        answer.forEach(each -> result.add(String.valueOf(each)));
        return new StoredTokens(result.subList(1, result.size()), "1".equals(result.get(0)));
    }

    @Override
    public List<String> findings() {
        try {
            String memory = connection
                    .run(commands -> commands.info("memory"))
                    .toCompletableFuture()
                    .get(FIRST_LOOK_SECONDS, TimeUnit.SECONDS);
            return eviction(memory);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            return List.of();
        } catch (ExecutionException | TimeoutException ex) {
            Throwable cause = ex.getCause() == null ? ex : ex.getCause();
            return List.of("it cannot be reached, and is tried again when a session needs it: " + cause);
        }
    }

    static List<String> eviction(String memory) {
        Matcher policy = POLICY.matcher(memory);
        Matcher limit = LIMIT.matcher(memory);
        if (!policy.find() || policy.group(1).equals("noeviction")) {
            return List.of();
        }
        String now = limit.find() && limit.group(1).equals("0") ? " once maxmemory is set" : "";
        return List.of("Redis may evict sessions" + now + " (maxmemory-policy " + policy.group(1)
                + "). After each eviction every session asks the primary for token-ttl-milliseconds; set maxmemory-policy"
                + " to noeviction.");
    }

    @Override
    public void close() {
        connection.close();
    }
}
