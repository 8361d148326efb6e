package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaLagTest {

    private static final long START = -5_000_000_000L;

    @Test
    void isTheAgeOfTheOldestTransactionThatIsNotExecuted() {
        List<PositionSample> samples =
                List.of(sample(0, 10, 10, 9), sample(1, 20, 10, 20), sample(2, 30, 10, 25), sample(3, 30, 20, 30));
        assertEquals(
                List.of(
                        new LagPoint(0, List.of(0.0, 0.0)),
                        // Transaction 11 was first seen on the primary just now.
                        new LagPoint(1, List.of(0.0, 0.0)),
                        new LagPoint(2, List.of(1.0, 0.0)),
                        // Transaction 21 was first seen a second ago.
                        new LagPoint(3, List.of(1.0, 0.0))),
                ReplicaLag.of(samples, START));
    }

    @Test
    void growsWhileReplicaStandsStill() {
        List<PositionSample> samples = List.of(sample(0, 11, 10, 11), sample(2, 11, 10, 11), sample(7, 99, 10, 99));
        List<Double> lags = ReplicaLag.of(samples, START).stream()
                .map(each -> each.replicas().get(0))
                .toList();
        assertEquals(List.of(0.0, 2.0, 7.0), lags);
    }

    private static PositionSample sample(long seconds, long primary, long... replicas) {
        return new PositionSample(
                START + seconds * 1_000_000_000L,
                primary,
                Arrays.stream(replicas).boxed().toList());
    }
}
