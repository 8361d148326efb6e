package io.github.readyourwrites.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScaleTest {

    @ParameterizedTest
    @ValueSource(doubles = {0.003, 1, 7.3, 199, 200, 201, 5_000, 123_456})
    void linearAxisHasAllValuesAndFewTicks(double most) {
        Scale scale = Scale.linear(most);
        assertEquals(0, scale.position(0));
        assertTrue(scale.position(most) > 0.5 && scale.position(most) <= 1);
        assertTrue(
                scale.ticks().size() >= 3 && scale.ticks().size() <= 7,
                () -> scale.ticks().toString());
    }

    @Test
    void linearAxisOfNothingIsAnAxis() {
        assertEquals(0, Scale.linear(0).position(0));
    }

    @Test
    void logarithmicAxisGoesFromPowerToPower() {
        Scale scale = Scale.logarithmic(3, 40_000);
        assertEquals(List.of(1.0, 10.0, 100.0, 1_000.0, 10_000.0, 100_000.0), scale.ticks());
        assertEquals(0.4, scale.position(100), 1e-9);
    }

    @Test
    void shortLogarithmicAxisHasMoreTicks() {
        assertEquals(List.of(1.0, 2.0, 5.0, 10.0), Scale.logarithmic(2, 9).ticks());
        assertEquals(List.of(10.0, 20.0, 50.0, 100.0), Scale.logarithmic(10, 10).ticks());
    }

    @Test
    void logarithmsNeedPositiveValues() {
        assertThrows(IllegalArgumentException.class, () -> new Scale(0, 10, true));
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "1000, '1,000'", "0.05, 0.05", "0.5, 0.5", "2.5, 2.5"})
    void writesValues(double value, String expected) {
        assertEquals(expected, Scale.label(value));
    }
}
