package io.github.readyourwrites.prove;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.StringJoiner;

/** What every JVM gives to ShardingSphere: the YAML of its data source. */
final class Configuration {

    /** {@code max-lag-milliseconds} of all runs. */
    static final Duration MAX_LAG = Duration.ofSeconds(1);

    private static final String DATA_SOURCE = """
              %s:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
                connectionTimeout: 5000
                initializationFailTimeout: -1
                minimumIdle: 2
                maximumPoolSize: %d
            """;

    private static final String RULES = """
            rules:
            - !SINGLE
              tables: ['*.*']
            - !READWRITE_SPLITTING
              dataSourceGroups:
                readwrite_ds:
                  writeDataSourceName: write_ds
                  readDataSourceNames: [%s]
                  loadBalancerName: shop_lb
              loadBalancers:
                shop_lb:
                  type: %s
            """;

    private static final String PROPERTIES = """
                  props:
                    max-lag-milliseconds: %d
                    heartbeat: CREATE
                    heartbeat-interval-milliseconds: 200
                    consistency-level: %s
                    monotonic-reads: %b
                    token-keys: "%s"
            """;

    /** Sessions expire after a time that is longer than {@link #MAX_LAG}, and short enough to come about in a run. */
    private static final String STORE = """
                    token-ttl-milliseconds: 20000
                    token-store: REDIS
                    token-store.uri: "%s"
                    on-token-save-failure: ERROR
                    token-store-timeout-milliseconds: 500
            """;

    private static final String TRACKER = "queryInterceptors=io.github.readyourwrites.capture.GtidTracker";

    private static final String[] TIMEOUTS = {"connectTimeout=3000", "socketTimeout=10000"};

    private static final int KEY_BYTES = 32;

    private static final int SPARE_CONNECTIONS = 4;

    private final Scene scene;

    private final Settings settings;

    private final String tokenKey;

    Configuration(Scene scene, Settings settings) {
        this.scene = scene;
        this.settings = settings;
        byte[] key = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(key);
        tokenKey = "prove:" + Base64.getEncoder().encodeToString(key);
    }

    String yaml(boolean monotonicReads) {
        int connections = settings.clients() + SPARE_CONNECTIONS;
        StringBuilder result = new StringBuilder("databaseName: shop_db\ndataSources:\n");
        String url = scene.primary().jdbcUrl("shop", TRACKER, TIMEOUTS[0], TIMEOUTS[1]);
        result.append(DATA_SOURCE.formatted("write_ds", url, connections));
        StringJoiner replicas = new StringJoiner(", ");
        for (int i = 0; i < scene.cluster().replicas().size(); i++) {
            String replica = scene.cluster().replica(i).jdbcUrl("shop", TIMEOUTS);
            result.append(DATA_SOURCE.formatted("read_ds_" + i, replica, connections));
            replicas.add("read_ds_" + i);
        }
        result.append(RULES.formatted(replicas, settings.strategy().loadBalancer()));
        if (settings.strategy() == Strategy.READ_YOUR_WRITES) {
            result.append(PROPERTIES.formatted(MAX_LAG.toMillis(), settings.level(), monotonicReads, tokenKey));
            RedisServer redis = scene.redis();
            if (redis != null) {
                result.append(STORE.formatted(redis.uri()));
            }
        }
        return result.toString();
    }
}
