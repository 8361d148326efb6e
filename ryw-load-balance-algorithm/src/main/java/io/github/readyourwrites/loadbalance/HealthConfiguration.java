package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.replica.HeartbeatMode;
import io.github.readyourwrites.replica.HeartbeatSettings;
import java.time.Duration;

/**
 * The properties of a load balancer that are about the health of replicas. Immutable.
 *
 * @param maxLag {@code max-lag-milliseconds}
 * @param heartbeat {@code heartbeat}, {@code heartbeat-interval-milliseconds}, {@code heartbeat-table}, {@code
 *     canary-alarm-milliseconds}
 * @param onAllLagging {@code on-all-lagging}
 * @param adaptiveWait whether {@code wait-timeout-milliseconds} is {@code adaptive}
 * @param longestWait {@code wait-timeout-max-milliseconds}
 * @param concurrentFallbacks {@code primary-fallback-concurrent-reads}; {@link #HALF_OF_POOL} means half of the write
 *     data source's pool
 */
record HealthConfiguration(
        Duration maxLag,
        HeartbeatSettings heartbeat,
        AllLaggingAction onAllLagging,
        boolean adaptiveWait,
        Duration longestWait,
        int concurrentFallbacks) {

    /** The {@code primary-fallback-concurrent-reads} of a rule that does not say. */
    static final int HALF_OF_POOL = -1;

    static HealthConfiguration parse(PropertyReader reader) {
        Duration interval = reader.milliseconds(PropertyNames.HEARTBEAT_INTERVAL, 500, 50, 60_000);
        return new HealthConfiguration(
                maxLag(reader, interval),
                new HeartbeatSettings(
                        heartbeat(reader),
                        interval,
                        reader.text(PropertyNames.HEARTBEAT_TABLE, ""),
                        reader.milliseconds(PropertyNames.CANARY_ALARM, 0, 0, PropertyReader.MAX_MILLISECONDS)),
                reader.choice(PropertyNames.ON_ALL_LAGGING, AllLaggingAction.PRIMARY),
                PropertyNames.ADAPTIVE.equalsIgnoreCase(reader.text(PropertyNames.WAIT_TIMEOUT)),
                reader.milliseconds(PropertyNames.WAIT_TIMEOUT_MAX, 1_000, 20, 60_000),
                (int) reader.number(PropertyNames.CONCURRENT_FALLBACKS, HALF_OF_POOL, 1, Integer.MAX_VALUE));
    }

    /** YAML reads an OFF without quotes as the boolean false. */
    private static HeartbeatMode heartbeat(PropertyReader reader) {
        return "false".equalsIgnoreCase(reader.text(PropertyNames.HEARTBEAT))
                ? HeartbeatMode.OFF
                : reader.choice(PropertyNames.HEARTBEAT, HeartbeatMode.AUTO);
    }

    private static Duration maxLag(PropertyReader reader, Duration interval) {
        Duration result = reader.milliseconds(PropertyNames.MAX_LAG, 10_000, 100, PropertyReader.MAX_MILLISECONDS);
        if (result.compareTo(interval.multipliedBy(2)) < 0) {
            throw PropertyReader.invalid(
                    PropertyNames.MAX_LAG,
                    String.valueOf(result.toMillis()),
                    "at least twice " + PropertyNames.HEARTBEAT_INTERVAL + " (" + interval.toMillis() + ")");
        }
        return result;
    }
}
