package io.github.readyourwrites.redis;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.cluster.ClusterTopologyRefreshOptions;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Lettuce, set up so that nothing piles up or hangs while Redis is away. Thread-safe. */
final class LettuceClient implements RedisLink {

    /** The fewest that Lettuce takes. */
    private static final int THREADS = 2;

    /** For a connection and what is said while it is made. */
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);

    /** What may be under way; beyond it commands are refused. */
    private static final int REQUEST_QUEUE = 10_000;

    private static final long LONGEST_CLOSE_SECONDS = 2;

    private final ClientResources resources;

    private final AbstractRedisClient client;

    private final RedisSettings settings;

    LettuceClient(RedisSettings settings) {
        this.settings = settings;
        resources = ClientResources.builder()
                .ioThreadPoolSize(THREADS)
                .computationThreadPoolSize(THREADS)
                .reconnectDelay(Delay.exponential(10, 1_000, TimeUnit.MILLISECONDS, 2))
                .build();
        settings.uris().forEach(each -> each.setTimeout(CONNECT_TIMEOUT));
        client = settings.cluster() ? clusterClient() : singleClient();
    }

    private RedisClient singleClient() {
        RedisClient result = RedisClient.create(resources, settings.uris().get(0));
        result.setOptions(options(ClientOptions.builder()).build());
        return result;
    }

    private RedisClusterClient clusterClient() {
        RedisClusterClient result = RedisClusterClient.create(resources, settings.uris());
        ClusterClientOptions.Builder builder = ClusterClientOptions.builder();
        options(builder);
        result.setOptions(builder.topologyRefreshOptions(ClusterTopologyRefreshOptions.builder()
                        .enableAllAdaptiveRefreshTriggers()
                        .build())
                .build());
        return result;
    }

    private static ClientOptions.Builder options(ClientOptions.Builder builder) {
        return builder.disconnectedBehavior(ClientOptions.DisconnectedBehavior.REJECT_COMMANDS)
                .requestQueueSize(REQUEST_QUEUE)
                .socketOptions(SocketOptions.builder()
                        .connectTimeout(CONNECT_TIMEOUT)
                        .keepAlive(true)
                        .build());
    }

    @Override
    public CompletionStage<RedisClusterAsyncCommands<String, String>> connect() {
        if (client instanceof RedisClusterClient cluster) {
            // The nodes first: where they are not known yet, connectAsync refuses.
            return cluster.refreshPartitionsAsync()
                    .thenCompose(ignored -> cluster.connectAsync(StringCodec.UTF8))
                    .thenApply(StatefulRedisClusterConnection::async);
        }
        RedisURI uri = settings.uris().get(0);
        return ((RedisClient) client).connectAsync(StringCodec.UTF8, uri).thenApply(StatefulRedisConnection::async);
    }

    @Override
    public void close() {
        client.shutdown(0, LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS);
        resources
                .shutdown(0, LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS)
                .awaitUninterruptibly(LONGEST_CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
