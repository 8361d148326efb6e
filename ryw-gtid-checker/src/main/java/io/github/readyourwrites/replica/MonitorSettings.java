package io.github.readyourwrites.replica;

import java.time.Duration;

/**
 * How servers are watched.
 *
 * @param probeInterval time between two looks at a server
 * @param probeTimeout bound on connecting and on each answer; an observation older than this is none
 * @param statementsPerSecond monitor statements per server at most
 * @param unknownCommit how long a commit whose connection broke may still happen, where the process list cannot tell
 * @param maxLag a replica that is further behind is not healthy
 * @param heartbeat how the primary's position is sampled
 */
public record MonitorSettings(
        Duration probeInterval,
        Duration probeTimeout,
        int statementsPerSecond,
        Duration unknownCommit,
        Duration maxLag,
        HeartbeatSettings heartbeat) {

    private static final HeartbeatSettings DEFAULT_HEARTBEAT =
            new HeartbeatSettings(HeartbeatMode.OFF, Duration.ofMillis(500), "", Duration.ZERO);

    /** The probe takes one of so many monitor statements for certain, more only of what is left. */
    private static final int PROBE_PART = 2;

    public MonitorSettings {
        if (probeInterval.isNegative() || probeInterval.isZero()) {
            throw new IllegalArgumentException("probeInterval must be positive: " + probeInterval);
        }
        if (probeTimeout.compareTo(probeInterval) <= 0) {
            throw new IllegalArgumentException(
                    "probeTimeout " + probeTimeout + " must be longer than probeInterval " + probeInterval);
        }
        if (statementsPerSecond < 1) {
            throw new IllegalArgumentException("statementsPerSecond must be positive: " + statementsPerSecond);
        }
        if (unknownCommit.isNegative()) {
            throw new IllegalArgumentException("unknownCommit must not be negative: " + unknownCommit);
        }
        if (maxLag.compareTo(heartbeat.interval().multipliedBy(2)) < 0) {
            throw new IllegalArgumentException(
                    "maxLag " + maxLag + " must be at least twice the heartbeat's interval " + heartbeat.interval());
        }
    }

    /** Without a heartbeat table, and a lag of ten seconds at most. */
    public MonitorSettings(
            Duration probeInterval, Duration probeTimeout, int statementsPerSecond, Duration unknownCommit) {
        this(
                probeInterval,
                probeTimeout,
                statementsPerSecond,
                unknownCommit,
                Duration.ofSeconds(10),
                DEFAULT_HEARTBEAT);
    }

    /** The time between two looks at a server where no read waits: the probe gets but a part of the statements. */
    public static Duration timeBetweenLooks(Duration probeInterval, int statementsPerSecond) {
        Duration fewEnough = Duration.ofSeconds(PROBE_PART).dividedBy(statementsPerSecond);
        return probeInterval.compareTo(fewEnough) > 0 ? probeInterval : fewEnough;
    }

    Duration timeBetweenLooks() {
        return timeBetweenLooks(probeInterval, statementsPerSecond);
    }
}
