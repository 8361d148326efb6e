package io.github.readyourwrites.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FiguresTest {

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(before);
    }

    @Test
    void areTheSameInEveryLocale() {
        Locale.setDefault(Locale.GERMANY);
        assertEquals("1,234,567", Figures.count(1_234_567));
        assertEquals("12.3\u00a0s", Figures.seconds(12.34));
        assertEquals("1.23\u00a0ms", Figures.millis(1.234));
        assertEquals("12.3\u00a0ms", Figures.millis(12.34));
        assertEquals("123\u00a0ms", Figures.millis(123.4));
        assertEquals("0.33", Figures.coordinate(1 / 3.0));
        assertEquals("-7", Figures.coordinate(-7.001));
    }

    @Test
    void roundingHidesNothing() {
        assertEquals("0\u00a0%", Figures.percent(0, 10));
        assertEquals("0\u00a0%", Figures.percent(0, 0));
        assertEquals("< 0.1\u00a0%", Figures.percent(1, 100_000));
        assertEquals("12.5\u00a0%", Figures.percent(1, 8));
        assertEquals("> 99.9\u00a0%", Figures.percent(99_999, 100_000));
        assertEquals("100\u00a0%", Figures.percent(10, 10));
    }
}
