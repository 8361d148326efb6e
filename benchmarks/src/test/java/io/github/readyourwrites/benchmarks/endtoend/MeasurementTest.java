package io.github.readyourwrites.benchmarks.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasurementTest {

    private final Measurement measurement = new Measurement();

    @Test
    void addsSlicesUp() {
        Tally first = new Tally();
        first.read(1_000, true, false);
        first.read(3_000, false, false);
        Tally second = new Tally();
        second.read(2_000, false, true);
        second.write(5_000);
        second.failed();
        second.late();
        measurement.add(first, 2, 4, 13, 1_500);
        measurement.add(second, 1, 1, 5, 4_500);
        assertEquals(List.of(1.0, 1.0), measurement.readsPerSecond());
        assertEquals(List.of(0.5, 1.0), measurement.sustainedReadsPerSecond());
        assertEquals(1.0, measurement.meanReadsPerSecond());
        assertEquals(1 / 3.0, measurement.meanWritesPerSecond());
        assertEquals(3.0, measurement.primaryStatementsPerOperation(), "what ended late counts as an operation");
        assertEquals(1.0, measurement.cpuMicrosPerOperation());
        assertEquals(2 / 3.0, measurement.tally().replicaShare());
        assertEquals(1, measurement.tally().staleReads());
        assertEquals(1, measurement.tally().failures());
        assertEquals(3_000.0, measurement.tally().readNanos().getMaxValue(), 10.0);
    }

    @Test
    void nothingIsNothing() {
        measurement.add(new Tally(), 1, 1, 0, 0);
        assertEquals(0, measurement.tally().replicaShare());
        assertEquals(0, measurement.primaryStatementsPerOperation());
    }
}
