package io.github.readyourwrites.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/** Horizontal bars, a value each, written beside them with a remark. Confined to one thread. */
public final class BarChart {

    private static final int WIDTH = 860;

    private static final int LEFT = 250;

    private static final int RIGHT = 190;

    private static final int TOP = 64;

    private static final int ROW = 27;

    private final String title;

    private final String unit;

    private final List<Bar> bars = new ArrayList<>();

    /** Values in {@code unit}. */
    public BarChart(String title, String unit) {
        this.title = title;
        this.unit = unit;
    }

    /** Adds a bar below the others, in the colour with this number from 0 to 4. */
    public BarChart bar(String label, double value, String remark, int colour) {
        bars.add(new Bar(label, value, remark, colour));
        return this;
    }

    /** The drawing. */
    public String toSvg() {
        int bottom = TOP + ROW * bars.size();
        Svg result = new Svg(WIDTH, bottom + 36, title);
        result.text(20, 50, "start", "faint", unit);
        Scale scale = Scale.linear(bars.stream().mapToDouble(Bar::value).max().orElse(1));
        for (double each : scale.ticks()) {
            double x = x(scale, each);
            result.gridLine(x, TOP, x, bottom);
            result.text(x, bottom + 18, "middle", "faint", Scale.label(each));
        }
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double y = TOP + ROW * i;
            double end = x(scale, bar.value());
            result.text(LEFT - 10, y + 18, "end", "", bar.label());
            result.bar(LEFT, y + 5, end - LEFT, ROW - 9, bar.colour());
            result.text(end + 8, y + 18, "start", "", Scale.label(Math.rint(bar.value() * 10) / 10) + bar.remark());
        }
        return result.toString();
    }

    private static double x(Scale scale, double value) {
        return LEFT + scale.position(value) * (WIDTH - LEFT - RIGHT);
    }

    private record Bar(String label, double value, String remark, int colour) {}
}
