package io.github.readyourwrites.replica;

import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs and tells listeners what has changed of one replica since the last time. Used by its probe thread alone. */
final class Announcer {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReplicaMonitor.class);

    private final ReplicaEvents events;

    private final long alarmNanos;

    private Health announced = Health.UNKNOWN;

    private boolean alarmed;

    /**
     * Announces to {@code events}.
     *
     * @param alarm a delay greater than this is an alarm; zero for none
     */
    Announcer(ReplicaEvents events, Duration alarm) {
        this.events = events;
        alarmNanos = alarm.toNanos();
    }

    void look(Health health, long lagNanos, Supplier<ReplicaSnapshot> snapshots) {
        if (health != announced) {
            announce(health, snapshots.get());
        }
        if (alarmNanos > 0 && health.answers()) {
            watch(lagNanos, snapshots);
        }
    }

    private void announce(Health health, ReplicaSnapshot snapshot) {
        Health before = announced;
        announced = health;
        if (health == Health.UP) {
            LOGGER.info("replica is UP again or for the first time, after {}: {}", before, snapshot);
        } else {
            LOGGER.warn("replica is {}, was {}: {}", health, before, snapshot);
        }
        events.publish(each -> each.healthChanged(snapshot, before));
    }

    private void watch(long lagNanos, Supplier<ReplicaSnapshot> snapshots) {
        if (!alarmed && lagNanos != LagMeter.UNKNOWN && lagNanos > alarmNanos) {
            alarmed = true;
            ReplicaSnapshot snapshot = snapshots.get();
            LOGGER.warn("canary: what was committed is not readable on a replica in time: {}", snapshot);
            events.publish(each -> each.canaryAlarm(snapshot, Duration.ofNanos(lagNanos)));
        } else if (alarmed && lagNanos <= alarmNanos / 2) {
            alarmed = false;
            ReplicaSnapshot snapshot = snapshots.get();
            LOGGER.info("canary: what is committed is readable in time again: {}", snapshot);
            events.publish(each -> each.canaryRecovered(snapshot));
        }
    }
}
