package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplicaLagTest {

    private static final long START = Long.MAX_VALUE - 7;

    @Test
    void isTheAgeOfTheOldestTransactionThatIsNotExecuted() {
        List<PositionSample> samples =
                List.of(sample(0, 10, 10, 9), sample(1, 20, 10, 20), sample(2, 30, 10, 25), sample(3, 30, 20, 30));
        assertEquals(
                List.of(
                        new LagPoint(0, List.of(0.0, 0.0)),
                        // That the primary has executed transaction 11 was known only after the replicas were asked.
                        new LagPoint(1, List.of(0.0, 0.0)),
                        new LagPoint(2, List.of(0.75, 0.0)),
                        // Transaction 21 was first seen by the sample before.
                        new LagPoint(3, List.of(0.75, 0.0))),
                ReplicaLag.of(samples, START));
    }

    @Test
    void growsWhileReplicaStandsStill() {
        List<PositionSample> samples = List.of(sample(0, 11, 10, 11), sample(2, 11, 10, 11), sample(7, 99, 10, 99));
        List<Double> lags = ReplicaLag.of(samples, START).stream()
                .map(each -> each.replicas().get(0))
                .toList();
        assertEquals(List.of(0.0, 1.75, 6.75), lags);
    }

    /** Answered a quarter of a second after it was asked for. */
    private static PositionSample sample(long seconds, long primary, long... replicas) {
        long nanos = START + seconds * 1_000_000_000L;
        return new PositionSample(
                nanos,
                nanos + 250_000_000L,
                primary,
                Arrays.stream(replicas).boxed().toList());
    }
}
