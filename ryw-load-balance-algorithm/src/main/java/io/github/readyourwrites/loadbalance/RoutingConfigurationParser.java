package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.PropertyReader.MAX_MILLISECONDS;

import io.github.readyourwrites.replica.MonitorSettings;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.SessionlessScope;
import io.github.readyourwrites.session.TokenKeys;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;

/** Turns the properties of a load balancer into a {@link RoutingConfiguration}, or says which one is wrong. */
final class RoutingConfigurationParser {
    private static final String DEFAULT_LOAD_BALANCER = "ROUND_ROBIN";

    private static final long DEFAULT_WAIT = 300;

    private RoutingConfigurationParser() {}

    /**
     * Parses and checks every property.
     *
     * @throws InvalidPropertyException if a key is unknown or a value not allowed
     */
    static RoutingConfiguration parse(Properties properties) {
        PropertyReader reader = new PropertyReader(properties);
        Duration probeInterval = reader.milliseconds(PropertyNames.PROBE_INTERVAL, 100, 10, 60_000);
        HealthConfiguration health = HealthConfiguration.parse(reader);
        int monitorStatements = (int) reader.number(PropertyNames.MONITOR_STATEMENTS, 200, 10, 10_000);
        return new RoutingConfiguration(
                reader.choice(PropertyNames.CONSISTENCY_LEVEL, ConsistencyLevel.SESSION),
                reader.flag(PropertyNames.SESSION_INCLUDES_SESSIONLESS, true),
                reader.choice(PropertyNames.SESSIONLESS_SCOPE, SessionlessScope.INSTANCE),
                loadBalancer(reader),
                reader.below(PropertyNames.LOAD_BALANCER_PREFIX),
                waitTimeout(reader, health),
                reader.choice(PropertyNames.ON_WAIT_TIMEOUT, WaitTimeoutAction.PRIMARY),
                (int) reader.number(
                        PropertyNames.FALLBACK_PERMITS, FallbackPermits.UNLIMITED, 0, FallbackPermits.UNLIMITED),
                probeInterval,
                probeTimeout(reader, MonitorSettings.timeBetweenLooks(probeInterval, monitorStatements)),
                monitorStatements,
                monitorAccount(reader),
                reader.milliseconds(PropertyNames.TOKEN_TTL, 600_000, 1_000, MAX_MILLISECONDS),
                tokenKeys(reader),
                reader.milliseconds(PropertyNames.UNKNOWN_COMMIT, 60_000, 0, MAX_MILLISECONDS),
                reader.flag(PropertyNames.MONOTONIC_READS, false),
                reader.choice(PropertyNames.ON_LOST_WRITE, LostWriteAction.TRIM),
                reader.milliseconds(PropertyNames.LOST_WRITE_GRACE, 10_000, 0, MAX_MILLISECONDS),
                reader.flag(PropertyNames.STRICT_START, false),
                health,
                TokenStoreProperties.parse(reader));
    }

    private static String loadBalancer(PropertyReader reader) {
        String result = reader.text(PropertyNames.LOAD_BALANCER, DEFAULT_LOAD_BALANCER);
        if (result.equalsIgnoreCase(ReadYourWritesLoadBalanceAlgorithm.TYPE)) {
            throw PropertyReader.invalid(
                    PropertyNames.LOAD_BALANCER,
                    result,
                    "any load balancer type but " + ReadYourWritesLoadBalanceAlgorithm.TYPE + " itself");
        }
        return result;
    }

    private static Duration waitTimeout(PropertyReader reader, HealthConfiguration health) {
        // What it adapts to is not known at the beginning.
        return health.adaptiveWait()
                ? Duration.ofMillis(DEFAULT_WAIT)
                : reader.milliseconds(PropertyNames.WAIT_TIMEOUT, DEFAULT_WAIT, 0, 60_000);
    }

    private static Duration probeTimeout(PropertyReader reader, Duration betweenLooks) {
        Duration result = reader.milliseconds(PropertyNames.PROBE_TIMEOUT, 1_000, 50, 60_000);
        Duration least = betweenLooks.multipliedBy(2);
        if (result.compareTo(least) < 0) {
            throw PropertyReader.invalid(
                    PropertyNames.PROBE_TIMEOUT,
                    String.valueOf(result.toMillis()),
                    "at least " + least.toMillis() + ", twice the time between two looks, which follows from "
                            + PropertyNames.PROBE_INTERVAL + " and " + PropertyNames.MONITOR_STATEMENTS);
        }
        return result;
    }

    private static Optional<MonitorAccount> monitorAccount(PropertyReader reader) {
        String username = reader.text(PropertyNames.MONITOR_USERNAME);
        String password = reader.text(PropertyNames.MONITOR_PASSWORD);
        if (username != null && password != null) {
            return Optional.of(new MonitorAccount(username, password));
        }
        if (username == null && password == null) {
            return Optional.empty();
        }
        throw new InvalidPropertyException("properties '" + PropertyNames.MONITOR_USERNAME + "' and '"
                + PropertyNames.MONITOR_PASSWORD + "' must be given together or not at all");
    }

    /** The value is never shown: it has keys. */
    private static TokenKeys tokenKeys(PropertyReader reader) {
        String value = reader.text(PropertyNames.TOKEN_KEYS);
        try {
            return value == null ? TokenKeys.ofEnvironment(System.getenv()) : TokenKeys.parse(value);
        } catch (IllegalArgumentException ex) {
            String where = value == null
                    ? "environment variable '" + TokenKeys.ENVIRONMENT_VARIABLE
                    : "property '" + PropertyNames.TOKEN_KEYS;
            throw new InvalidPropertyException(where + "' has to be 'name:key,name:key', but " + ex.getMessage());
        }
    }
}
