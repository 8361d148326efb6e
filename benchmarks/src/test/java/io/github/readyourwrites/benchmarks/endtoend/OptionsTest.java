package io.github.readyourwrites.benchmarks.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void laterOnesChangeTheOnesBefore() {
        Options options = Options.parse("--quick", "--rounds=7", "--open-milliseconds=8");
        assertEquals(7, options.rounds());
        assertEquals(8, options.openMilliseconds());
        assertEquals(Options.parse("--quick").closedMilliseconds(), options.closedMilliseconds());
        assertTrue(options.closedMilliseconds() < Options.parse().closedMilliseconds());
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThrows(IllegalArgumentException.class, () -> Options.parse("--round=7"));
        assertThrows(IllegalArgumentException.class, () -> Options.parse("--rounds"));
        assertThrows(IllegalArgumentException.class, () -> Options.parse("--rounds=0"));
    }
}
