package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.SessionlessScope;
import io.github.readyourwrites.session.TokenKeys;
import io.github.readyourwrites.session.TokenStoreSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The properties of one {@code READ_YOUR_WRITES} load balancer, parsed and checked once. Immutable.
 *
 * @param consistencyLevel {@code consistency-level}
 * @param sessionIncludesSessionless {@code session-includes-sessionless}
 * @param sessionlessScope {@code sessionless-scope}
 * @param loadBalancer {@code load-balancer}: the type of the inner algorithm
 * @param loadBalancerProperties the inner algorithm's own properties, without the prefix {@code load-balancer.}
 * @param waitTimeout {@code wait-timeout-milliseconds}; zero means never wait
 * @param onWaitTimeout {@code on-wait-timeout}
 * @param primaryFallbackPermitsPerSecond {@code primary-fallback-permits-per-second}; {@link FallbackPermits#UNLIMITED}
 *     means no limit
 * @param probeInterval {@code probe-interval-milliseconds}
 * @param probeTimeout {@code probe-timeout-milliseconds}
 * @param monitorStatementsPerSecond {@code monitor-statements-per-second}
 * @param monitorAccount {@code monitor-username} and {@code monitor-password}; empty means the data source's own
 * @param tokenTtl {@code token-ttl-milliseconds}
 * @param tokenKeys {@code token-keys}, else those of the environment
 * @param unknownCommit {@code unknown-commit-milliseconds}
 * @param monotonicReads {@code monotonic-reads}
 * @param onLostWrite {@code on-lost-write}
 * @param lostWriteGrace {@code lost-write-grace-milliseconds}
 * @param strictStart {@code strict-start}: warnings at start are refusals
 * @param health what is about the health of replicas
 * @param tokenStore {@code token-store} and what belongs to it; empty means that sessions stay in this JVM
 */
record RoutingConfiguration(
        ConsistencyLevel consistencyLevel,
        boolean sessionIncludesSessionless,
        SessionlessScope sessionlessScope,
        String loadBalancer,
        Map<String, String> loadBalancerProperties,
        Duration waitTimeout,
        WaitTimeoutAction onWaitTimeout,
        int primaryFallbackPermitsPerSecond,
        Duration probeInterval,
        Duration probeTimeout,
        int monitorStatementsPerSecond,
        Optional<MonitorAccount> monitorAccount,
        Duration tokenTtl,
        TokenKeys tokenKeys,
        Duration unknownCommit,
        boolean monotonicReads,
        LostWriteAction onLostWrite,
        Duration lostWriteGrace,
        boolean strictStart,
        HealthConfiguration health,
        Optional<TokenStoreSettings> tokenStore) {
    RoutingConfiguration {
        loadBalancerProperties = Map.copyOf(loadBalancerProperties);
    }
}
