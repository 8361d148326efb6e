package io.github.readyourwrites.redis;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import java.util.concurrent.CompletionStage;

/** How to reach one Redis, alone, behind Sentinels or as a cluster. */
interface RedisLink extends AutoCloseable {

    /** Begins to connect. The connection is shared, and mends itself once it was made. Never blocks. */
    CompletionStage<RedisClusterAsyncCommands<String, String>> connect();

    /** Ends threads and connections; blocks for seconds at most. */
    @Override
    void close();
}
