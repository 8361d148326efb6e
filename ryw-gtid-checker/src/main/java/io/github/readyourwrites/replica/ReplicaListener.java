package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import java.time.Duration;

/**
 * Told what becomes of the servers of open data sources, for logs, alarms and metrics. To be implemented by users:
 * registered with {@link ReplicaHealth#addListener}, or found as a service by {@link java.util.ServiceLoader}.
 *
 * <p>Called on one thread of the plugin, {@code ryw-events}, one call after another and never on a read's: a slow listener
 * delays other listeners and nothing else, and what it throws is logged. When more than a thousand events wait, further
 * ones are dropped, which is logged.
 */
public interface ReplicaListener {

    /** A replica's health is another one now. */
    default void healthChanged(ReplicaSnapshot replica, Health before) {}

    /**
     * A commit took longer than {@code canary-alarm-milliseconds} to be readable on a replica. Told once, until {@link
     * #canaryRecovered}.
     *
     * @param delay how long, at least
     */
    default void canaryAlarm(ReplicaSnapshot replica, Duration delay) {}

    /** Commits are readable in less than half of {@code canary-alarm-milliseconds} again. */
    default void canaryRecovered(ReplicaSnapshot replica) {}

    /** A primary's semi-synchronous replication is in another state now. */
    default void semiSyncChanged(ServerAddress primary, SemiSync before, SemiSync now) {}

    /** Commits are lost after a failover: each lost GTID is told of once per JVM. */
    default void lostWrite(LostWrite event) {}
}
