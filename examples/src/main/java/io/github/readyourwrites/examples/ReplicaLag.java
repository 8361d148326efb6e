package io.github.readyourwrites.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lag as a user feels it: the age of the oldest transaction that a replica has not executed. It is taken from samples of
 * positions, and so is at most one interval between samples less than the truth, and never more.
 */
final class ReplicaLag {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private ReplicaLag() {}

    /** One point per sample, with times in seconds since this moment of {@link System#nanoTime()}. */
    static List<LagPoint> of(List<PositionSample> samples, long startNanos) {
        List<LagPoint> result = new ArrayList<>();
        for (PositionSample each : samples) {
            List<Double> lags = each.replicas().stream()
                    .map(replica -> (each.nanos() - firstBeyond(replica, each, samples)) / NANOS_PER_SECOND)
                    .toList();
            result.add(new LagPoint((each.nanos() - startNanos) / NANOS_PER_SECOND, lags));
        }
        return result;
    }

    /** When the primary was first seen to have executed more than the replica has now. */
    private static long firstBeyond(long replica, PositionSample now, List<PositionSample> samples) {
        for (PositionSample each : samples) {
            if (each.primary() > replica || each.nanos() >= now.nanos()) {
                return each.nanos();
            }
        }
        return now.nanos();
    }
}
