package io.github.readyourwrites.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where values stand along an axis.
 *
 * @param from the value at the axis' beginning
 * @param to the value at its end
 * @param logarithmic whether equal ratios have equal lengths, else equal differences
 */
record Scale(double from, double to, boolean logarithmic) {

    Scale {
        if (from >= to || (logarithmic && from <= 0)) {
            throw new IllegalArgumentException("no axis from " + from + " to " + to);
        }
    }

    /** From 0 to a round number not below {@code most}. */
    static Scale linear(double most) {
        double step = step(most > 0 ? most : 1);
        return new Scale(0, Math.max(1, Math.ceil(most / step)) * step, false);
    }

    /** From one power of ten to another, with these values between them. */
    static Scale logarithmic(double least, double most) {
        double from = Math.pow(10, Math.floor(Math.log10(least)));
        double to = Math.pow(10, Math.ceil(Math.log10(most)));
        return new Scale(from, to > from ? to : 10 * from, true);
    }

    /** 0 at the beginning, 1 at the end. */
    double position(double value) {
        return logarithmic
                ? (Math.log10(value) - Math.log10(from)) / (Math.log10(to) - Math.log10(from))
                : (value - from) / (to - from);
    }

    /** Round values to be written beside the axis. */
    List<Double> ticks() {
        List<Double> result = new ArrayList<>();
        if (logarithmic) {
            boolean few = to / from < 1_001;
            for (double each = from; each < to * 1.001; each *= 10) {
                result.add(each);
                if (few && each < to * 0.999) {
                    result.add(2 * each);
                    result.add(5 * each);
                }
            }
        } else {
            double step = step(to);
            for (int i = 0; i * step < to * 1.001; i++) {
                result.add(i * step);
            }
        }
        return result;
    }

    /** A value as it is written beside the axis. */
    static String label(double value) {
        if (value != 0 && value < 1) {
            return String.format(Locale.ROOT, "%.3f", value).replaceAll("0+$", "");
        }
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%,.0f", value)
                : String.format(Locale.ROOT, "%,.1f", value);
    }

    private static double step(double most) {
        double magnitude = Math.pow(10, Math.floor(Math.log10(most)));
        double mantissa = most / magnitude;
        return magnitude * (mantissa <= 2 ? 0.5 : mantissa <= 5 ? 1 : 2);
    }
}
