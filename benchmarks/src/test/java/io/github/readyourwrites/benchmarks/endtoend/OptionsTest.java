package io.github.readyourwrites.benchmarks.endtoend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OptionsTest {

    @Test
    void laterOnesChangeTheOnesBefore() {
        Options options = Options.parse("--quick", "--rounds=7");
        assertEquals(7, options.rounds());
        assertEquals(Options.parse("--quick").sliceMilliseconds(), options.sliceMilliseconds());
        assertTrue(options.sliceMilliseconds() < Options.parse().sliceMilliseconds());
    }

    @Test
    void refusesWhatItDoesNotKnow() {
        assertThrows(IllegalArgumentException.class, () -> Options.parse("--round=7"));
        assertThrows(IllegalArgumentException.class, () -> Options.parse("--rounds"));
        assertThrows(IllegalArgumentException.class, () -> Options.parse("--rounds=0"));
    }
}
