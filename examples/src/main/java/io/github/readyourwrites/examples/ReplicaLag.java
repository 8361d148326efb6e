package io.github.readyourwrites.examples;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Lag as a user feels it: the age of the oldest transaction that a replica has not executed. It is taken from samples of
 * positions: never more than the truth, and less by at most the time between the beginning of one sample and the end of
 * the next.
 */
final class ReplicaLag {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private ReplicaLag() {}

    /** One point per sample, with times in seconds since this moment of {@link System#nanoTime()}. */
    static List<LagPoint> of(List<PositionSample> samples, long startNanos) {
        List<LagPoint> result = new ArrayList<>();
        for (PositionSample each : samples) {
            List<Double> lags = each.replicas().stream()
                    .map(replica -> (each.askedNanos() - firstBeyond(replica, each, samples)) / NANOS_PER_SECOND)
                    .toList();
            result.add(new LagPoint((each.askedNanos() - startNanos) / NANOS_PER_SECOND, lags));
        }
        return result;
    }

    /** When the primary was first known to have executed more than the replica has now. */
    private static long firstBeyond(long replica, PositionSample now, List<PositionSample> samples) {
        for (PositionSample each : samples) {
            if (each.answeredNanos() - now.askedNanos() >= 0) {
                break;
            }
            if (each.primary() > replica) {
                return each.answeredNanos();
            }
        }
        return now.askedNanos();
    }
}
