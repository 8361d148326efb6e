package io.github.readyourwrites.replica;

import java.time.Duration;

/**
 * How servers are watched.
 *
 * @param probeInterval time between two looks at a server
 * @param probeTimeout bound on connecting and on each answer; an observation older than this is none
 * @param statementsPerSecond monitor statements per server at most
 * @param unknownCommit how long a commit whose connection broke may still happen, where the process list cannot tell
 */
public record MonitorSettings(
        Duration probeInterval, Duration probeTimeout, int statementsPerSecond, Duration unknownCommit) {

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
