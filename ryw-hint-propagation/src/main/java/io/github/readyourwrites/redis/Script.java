package io.github.readyourwrites.redis;

import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** A script that is sent as its digest, and in full where Redis does not have it yet. Immutable. */
final class Script {

    private final String text;

    private final ScriptOutputType output;

    private final String digest;

    Script(String text, ScriptOutputType output) {
        this.text = text;
        this.output = output;
        try {
            byte[] sha1 = MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
            digest = HexFormat.of().formatHex(sha1);
        } catch (NoSuchAlgorithmException ex) {
            throw new IllegalStateException("every Java platform has SHA-1", ex);
        }
    }

    <T> CompletionStage<T> run(RedisClusterAsyncCommands<String, String> commands, String[] keys, String... arguments) {
        return commands.<T>evalsha(digest, output, keys, arguments).exceptionallyCompose(ex -> {
            Throwable cause = ex instanceof CompletionException && ex.getCause() != null ? ex.getCause() : ex;
            return cause instanceof RedisNoScriptException
                    ? commands.eval(text, output, keys, arguments)
                    : CompletableFuture.failedFuture(cause);
        });
    }
}
