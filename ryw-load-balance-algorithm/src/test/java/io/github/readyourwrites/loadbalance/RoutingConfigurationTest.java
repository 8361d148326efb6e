package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.replica.HeartbeatMode;
import io.github.readyourwrites.replica.HeartbeatSettings;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.LoadFailureAction;
import io.github.readyourwrites.session.SaveFailureAction;
import io.github.readyourwrites.session.SessionlessScope;
import io.github.readyourwrites.session.TokenKeys;
import io.github.readyourwrites.session.TokenStoreSettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmInitializationException;
import org.apache.shardingsphere.infra.algorithm.loadbalancer.core.LoadBalanceAlgorithm;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPILoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The properties of the load balancer, given to the one that ShardingSphere's own loader finds. */
class RoutingConfigurationTest {

    private static final String KEYS = "new:" + "a".repeat(43) + "=,old:" + "B".repeat(43);

    private static ReadYourWritesLoadBalanceAlgorithm load(Map<String, Object> values) {
        Properties properties = new Properties();
        properties.putAll(values);
        LoadBalanceAlgorithm result =
                TypedSPILoader.getService(LoadBalanceAlgorithm.class, "READ_YOUR_WRITES", properties);
        return (ReadYourWritesLoadBalanceAlgorithm) result;
    }

    private static RoutingConfiguration parse(Map<String, Object> values) {
        return load(values).configuration();
    }

    private static String refusal(Map<String, Object> values) {
        return assertThrows(AlgorithmInitializationException.class, () -> load(values))
                .toString();
    }

    @Test
    void hasDefaults() {
        assertEquals(
                new RoutingConfiguration(
                        ConsistencyLevel.SESSION,
                        true,
                        SessionlessScope.INSTANCE,
                        "ROUND_ROBIN",
                        Map.of(),
                        Duration.ofMillis(300),
                        WaitTimeoutAction.PRIMARY,
                        FallbackPermits.UNLIMITED,
                        Duration.ofMillis(100),
                        Duration.ofMillis(1_000),
                        200,
                        Optional.empty(),
                        Duration.ofMinutes(10),
                        TokenKeys.none(),
                        Duration.ofMinutes(1),
                        false,
                        LostWriteAction.TRIM,
                        Duration.ofSeconds(10),
                        false,
                        new HealthConfiguration(
                                Duration.ofSeconds(10),
                                new HeartbeatSettings(HeartbeatMode.AUTO, Duration.ofMillis(500), "", Duration.ZERO),
                                AllLaggingAction.PRIMARY,
                                false,
                                Duration.ofSeconds(1),
                                HealthConfiguration.HALF_OF_POOL),
                        Optional.empty()),
                parse(Map.of()));
    }

    @Test
    void takesEveryKey() {
        Map<String, Object> values = Map.ofEntries(
                Map.entry("consistency-level", "strong"),
                Map.entry("session-includes-sessionless", "false"),
                Map.entry("sessionless-scope", "THREAD"),
                Map.entry("load-balancer", "WEIGHT"),
                Map.entry("load-balancer.read_ds_0", "2"),
                Map.entry("wait-timeout-milliseconds", " 0 "),
                Map.entry("on-wait-timeout", "STALE"),
                Map.entry("primary-fallback-permits-per-second", "50"),
                Map.entry("probe-interval-milliseconds", "10"),
                Map.entry("probe-timeout-milliseconds", "50"),
                Map.entry("monitor-statements-per-second", "10000"),
                Map.entry("monitor-username", "watch"),
                Map.entry("monitor-password", "secret"),
                Map.entry("token-ttl-milliseconds", "1000"),
                Map.entry("token-keys", KEYS),
                Map.entry("unknown-commit-milliseconds", "0"),
                Map.entry("token-store", "redis"),
                Map.entry("token-store.uri", "redis://localhost"),
                Map.entry("token-store-timeout-milliseconds", "50"),
                Map.entry("on-token-load-failure", "PRIMARY"),
                Map.entry("on-token-save-failure", "error"),
                Map.entry("monotonic-reads", "true"),
                Map.entry("on-lost-write", "error"),
                Map.entry("lost-write-grace-milliseconds", "0"),
                Map.entry("strict-start", true),
                Map.entry("max-lag-milliseconds", "100"),
                Map.entry("heartbeat", "create"),
                Map.entry("heartbeat-interval-milliseconds", "50"),
                Map.entry("heartbeat-table", "percona.heartbeat"),
                Map.entry("canary-alarm-milliseconds", "2000"),
                Map.entry("on-all-lagging", "LEAST_LAGGED"),
                Map.entry("wait-timeout-max-milliseconds", "20"),
                Map.entry("primary-fallback-concurrent-reads", "3"));
        assertEquals(
                new RoutingConfiguration(
                        ConsistencyLevel.STRONG,
                        false,
                        SessionlessScope.THREAD,
                        "WEIGHT",
                        Map.of("read_ds_0", "2"),
                        Duration.ZERO,
                        WaitTimeoutAction.STALE,
                        50,
                        Duration.ofMillis(10),
                        Duration.ofMillis(50),
                        10_000,
                        Optional.of(new MonitorAccount("watch", "secret")),
                        Duration.ofSeconds(1),
                        TokenKeys.parse(KEYS),
                        Duration.ZERO,
                        true,
                        LostWriteAction.ERROR,
                        Duration.ZERO,
                        true,
                        new HealthConfiguration(
                                Duration.ofMillis(100),
                                new HeartbeatSettings(
                                        HeartbeatMode.CREATE,
                                        Duration.ofMillis(50),
                                        "percona.heartbeat",
                                        Duration.ofSeconds(2)),
                                AllLaggingAction.LEAST_LAGGED,
                                false,
                                Duration.ofMillis(20),
                                3),
                        Optional.of(new TokenStoreSettings(
                                "redis",
                                Map.of("uri", "redis://localhost"),
                                Duration.ofMillis(50),
                                LoadFailureAction.PRIMARY,
                                SaveFailureAction.ERROR))),
                parse(values));
    }

    @Test
    void takesNumbersAndBooleansAsYamlGivesThem() {
        ReadYourWritesLoadBalanceAlgorithm algorithm = new ReadYourWritesLoadBalanceAlgorithm();
        Properties properties = new Properties();
        properties.put("wait-timeout-milliseconds", 20);
        properties.put("session-includes-sessionless", false);
        properties.put("unknown-commit-milliseconds", 7L);
        properties.put("heartbeat", false);
        algorithm.init(properties);
        assertEquals(Duration.ofMillis(20), algorithm.configuration().waitTimeout());
        assertFalse(algorithm.configuration().sessionIncludesSessionless());
        assertEquals(
                HeartbeatMode.OFF,
                algorithm.configuration().health().heartbeat().mode());
        assertEquals(Duration.ofMillis(7), algorithm.configuration().unknownCommit());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "consistency-level|CASUAL|EVENTUAL, SESSION, INSTANCE, STRONG",
                "session-includes-sessionless|yes|true, false",
                "sessionless-scope|JVM|INSTANCE, THREAD, NONE",
                "wait-timeout-milliseconds|-1|whole numbers from 0 to 60000",
                "primary-fallback-permits-per-second|-1|whole numbers from 0 to 2147483647",
                "wait-timeout-milliseconds|60001|whole numbers from 0 to 60000",
                "wait-timeout-milliseconds|300ms|whole numbers from 0 to 60000",
                "wait-timeout-milliseconds|100%d|whole numbers from 0 to 60000",
                "on-wait-timeout|FAIL|PRIMARY, ERROR, STALE",
                "probe-interval-milliseconds|9|whole numbers from 10 to 60000",
                "probe-interval-milliseconds|60001|whole numbers from 10 to 60000",
                "probe-timeout-milliseconds|49|whole numbers from 50 to 60000",
                "probe-timeout-milliseconds|60001|whole numbers from 50 to 60000",
                "probe-timeout-milliseconds|199|at least 200, twice the time between two looks",
                "monitor-statements-per-second|9|whole numbers from 10 to 10000",
                "monitor-statements-per-second|10001|whole numbers from 10 to 10000",
                "token-ttl-milliseconds|999|whole numbers from 1000 to 9223372036854",
                "token-ttl-milliseconds|9223372036855|whole numbers from 1000 to 9223372036854",
                "unknown-commit-milliseconds|-1|whole numbers from 0 to 9223372036854",
                "max-lag-milliseconds|99|whole numbers from 100 to 9223372036854",
                "max-lag-milliseconds|999|at least twice heartbeat-interval-milliseconds (500)",
                "heartbeat|yes|AUTO, CREATE, OFF",
                "heartbeat-interval-milliseconds|49|whole numbers from 50 to 60000",
                "canary-alarm-milliseconds|-1|whole numbers from 0 to 9223372036854",
                "on-all-lagging|STALE|PRIMARY, LEAST_LAGGED, ERROR",
                "wait-timeout-max-milliseconds|19|whole numbers from 20 to 60000",
                "primary-fallback-concurrent-reads|0|whole numbers from 1 to 2147483647",
                "load-balancer|FASTEST|the types of load balancers on the class path",
                "load-balancer|read_your_writes|any load balancer type but READ_YOUR_WRITES itself",
            })
    void refusesAWrongValueWithKeyAndValueAndRange(String key, String value, String allowed) {
        String message = refusal(Map.of(key, value));
        assertTrue(
                message.contains("property '" + key + "' has the value '" + value + "', allowed: " + allowed), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SECRET|key 1 does not begin with a name",
                "a:SECRET|key 1 ('a') is not 32 bytes in Base64",
                "'a:aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa,SECRET'|key 2 does not begin with a name"
            })
    void refusesWrongTokenKeysWithoutShowingThem(String value, String reason) {
        String message = refusal(Map.of("token-keys", value));
        assertTrue(message.contains("property 'token-keys' has to be 'name:key,name:key', but " + reason), message);
        assertFalse(message.contains("SECRET") || message.contains("aaaa"), message);
    }

    @Test
    void neverShowsTokenKeys() {
        String shown = parse(Map.of("token-keys", KEYS)).toString();
        assertTrue(shown.contains("TokenKeys[new, old]"), shown);
        assertFalse(shown.contains("aaaa") || shown.contains("BBBB"), shown);
    }

    @Test
    void refusesAnEmptyValue() {
        String message = refusal(Map.of("on-wait-timeout", ""));
        assertTrue(message.contains("property 'on-wait-timeout' has no value"), message);
    }

    @ParameterizedTest
    @CsvSource({
        "wait-timeout,wait-timeout-milliseconds",
        "wait-timeout-ms,wait-timeout-milliseconds",
        "wait_timeout_milliseconds,wait-timeout-milliseconds",
        "consistency-levle,consistency-level",
        "Consistency-Level,consistency-level",
        "loadbalancer,load-balancer",
        "load-balancer.,load-balancer"
    })
    void refusesAnUnknownKeyAndNamesTheNearest(String key, String nearest) {
        String message = refusal(Map.of(key, "1"));
        assertTrue(
                message.contains("unknown property '" + key + "', the nearest known one is '" + nearest + "'"),
                message);
    }

    @Test
    void refusesATokenStoreThatCannotBeUsed() {
        String unknown = refusal(Map.of("token-store", "ETCD"));
        assertTrue(
                unknown.contains("property 'token-store' has the value 'ETCD', allowed: NONE, MEMORY, REDIS"), unknown);
        String without = refusal(Map.of("on-token-load-failure", "FENCE"));
        assertTrue(without.contains("property 'on-token-load-failure' does nothing without 'token-store'"), without);
        String lost = refusal(Map.of("token-store.uri", "redis://localhost"));
        assertTrue(lost.contains("property 'token-store.uri' does nothing without 'token-store'"), lost);
    }

    @Test
    void neverSaysAPasswordInAUri() {
        String message = refusal(Map.of("token-store", "REDIS", "token-store.uri", "redis://:pass-word@@redis:6379"));
        assertTrue(message.contains("token-store.uri"), message);
        assertFalse(message.contains("pass-word"), message);
    }

    @Test
    void takesAnAdaptiveBudgetThatBeginsWithTheDefault() {
        RoutingConfiguration configuration = parse(Map.of("wait-timeout-milliseconds", "adaptive"));
        assertTrue(configuration.health().adaptiveWait());
        assertEquals(Duration.ofMillis(300), configuration.waitTimeout());
    }

    @ParameterizedTest
    @ValueSource(strings = {"monitor-username", "monitor-password"})
    void refusesHalfAMonitorAccount(String key) {
        String message = refusal(Map.of(key, "hidden"));
        assertTrue(message.contains("must be given together"), message);
        assertFalse(message.contains("hidden"), message);
    }

    @Test
    void neverPrintsThePassword() {
        RoutingConfiguration configuration = parse(Map.of("monitor-username", "watch", "monitor-password", "secret"));
        assertFalse(configuration.toString().contains("secret"), configuration.toString());
        DataSourceDescriptor dataSource = new DataSourceDescriptor("write_ds", "jdbc:x", "app", "secret", new Object());
        assertFalse(dataSource.toString().contains("secret"), dataSource.toString());
    }

    @Test
    void asksTheInnerLoadBalancerWithTheFullList() {
        InnerLoadBalancer inner = load(Map.of("load-balancer", "ROUND_ROBIN")).inner();
        List<String> names = List.of("read_ds_0", "read_ds_1");
        assertEquals("read_ds_0", inner.pick("group", names));
        assertEquals("read_ds_1", inner.pick("group", names));
        assertEquals("read_ds_0", inner.pick("group", names));
    }

    @Test
    void letsTheInnerLoadBalancerCheckItsOwnNames() {
        ReadYourWritesLoadBalanceAlgorithm algorithm =
                load(Map.of("load-balancer", "WEIGHT", "load-balancer.read_ds_0", "1"));
        algorithm.check("db", List.of("read_ds_0"));
        assertThrows(RuntimeException.class, () -> algorithm.check("db", List.of("read_ds_1")));
    }
}
