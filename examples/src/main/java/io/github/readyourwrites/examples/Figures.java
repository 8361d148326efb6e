package io.github.readyourwrites.examples;

import java.util.Locale;

/** Numbers as people read them, the same in every locale. Units never stand on a line of their own. */
final class Figures {

    private Figures() {}

    /** With a comma between thousands. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** With one digit, but never so rounded that some looks like none, or a part like all. */
    static String percent(long part, long whole) {
        if (part == 0 || whole == 0) {
            return "0\u00a0%";
        }
        double result = 100.0 * part / whole;
        if (part < whole && result > 99.9) {
            return "> 99.9\u00a0%";
        }
        return result < 0.1
                ? "< 0.1\u00a0%"
                : String.format(Locale.ROOT, result == 100 ? "%.0f\u00a0%%" : "%.1f\u00a0%%", result);
    }

    /** Which part of the reads replicas served. */
    static String onReplicas(StrategyResult result) {
        return percent(result.reads() - result.primaryReads(), result.reads());
    }

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f\u00a0s", seconds);
    }

    /** Milliseconds with about three digits. */
    static String millis(double millis) {
        return String.format(
                Locale.ROOT, millis < 10 ? "%.2f\u00a0ms" : millis < 100 ? "%.1f\u00a0ms" : "%.0f\u00a0ms", millis);
    }

    /** A coordinate, with two digits at most. */
    static String coordinate(double number) {
        double rounded = Math.rint(number * 100) / 100;
        return rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded);
    }
}
