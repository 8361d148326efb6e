package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {

    @Test
    void linearTicksAreRound() {
        assertEquals(List.of(0.0, 2.0, 4.0, 6.0), Axis.linear(0, 7).ticks());
        assertEquals(List.of(-200.0, 0.0, 200.0, 400.0), Axis.linear(-210, 580).ticks());
        assertEquals(List.of(0.0, 0.5, 1.0), Axis.linear(0, 1.2).ticks());
    }

    @Test
    void linearFractionsStayWithin() {
        Axis axis = Axis.linear(-1, 3);
        assertEquals(0.25, axis.fraction(0));
        assertEquals(0, axis.fraction(-9));
        assertEquals(1, axis.fraction(9));
    }

    @Test
    void logarithmicAxisGoesFromPowerToPower() {
        Axis axis = Axis.logarithmic(2, 300);
        assertEquals(List.of(1.0, 10.0, 100.0, 1000.0), axis.ticks());
        assertEquals(1 / 3.0, axis.fraction(10), 1e-9);
        assertEquals(0, axis.fraction(0));
        assertEquals(List.of(1.0, 10.0), Axis.logarithmic(1, 1).ticks());
    }

    @Test
    void refusesWhatIsNoRange() {
        assertThrows(IllegalArgumentException.class, () -> Axis.linear(1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Axis(0, 1, true));
    }
}
