package io.github.readyourwrites.examples;

import java.util.ArrayList;
import java.util.List;

/** The range of values that a chart shows. */
record Axis(double min, double max, boolean logarithmic) {

    private static final int STEPS = 4;

    Axis {
        if (min >= max || (logarithmic && min <= 0)) {
            throw new IllegalArgumentException("No range for a chart: " + min + " to " + max);
        }
    }

    static Axis linear(double min, double max) {
        return new Axis(min, max, false);
    }

    /** From one power of ten to another, so that both values are within. */
    static Axis logarithmic(double min, double max) {
        double low = Math.floor(Math.log10(min));
        return new Axis(Math.pow(10, low), Math.pow(10, Math.max(low + 1, Math.ceil(Math.log10(max)))), true);
    }

    /** Where a value stands: 0 at the lower end, 1 at the upper end; what is beyond stands at the end. */
    double fraction(double value) {
        double result = logarithmic
                ? (Math.log10(Math.max(value, min)) - Math.log10(min)) / (Math.log10(max) - Math.log10(min))
                : (value - min) / (max - min);
        return Math.min(1, Math.max(0, result));
    }

    /** A few round values within the range, ascending. */
    List<Double> ticks() {
        List<Double> result = new ArrayList<>();
        if (logarithmic) {
            for (double each = min; each < max * 1.01; each *= 10) {
                result.add(each);
            }
            return result;
        }
        double step = step();
        for (long i = (long) Math.ceil(min / step); i * step <= max; i++) {
            result.add(i * step);
        }
        return result;
    }

    /** One, two or five times a power of ten. */
    private double step() {
        double least = (max - min) / STEPS;
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        double factor = least / power;
        return power * (factor > 5 ? 10 : factor > 2 ? 5 : factor > 1 ? 2 : 1);
    }
}
