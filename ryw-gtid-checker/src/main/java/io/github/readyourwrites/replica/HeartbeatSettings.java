package io.github.readyourwrites.replica;

import java.time.Duration;

/**
 * How a primary's heartbeat is taken.
 *
 * @param mode which table is used
 * @param interval time between two samples of the primary's position, and about the time between two writes of the fleet
 * @param table a table that somebody else writes, in the manner of pt-heartbeat: {@code name} or {@code schema.name};
 *     empty for the plugin's own
 * @param canaryAlarm a commit that takes longer than this to be readable on a replica is an alarm; zero for none
 */
public record HeartbeatSettings(HeartbeatMode mode, Duration interval, String table, Duration canaryAlarm) {

    public HeartbeatSettings {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("interval must be positive: " + interval);
        }
        if (canaryAlarm.isNegative()) {
            throw new IllegalArgumentException("canaryAlarm must not be negative: " + canaryAlarm);
        }
    }
}
