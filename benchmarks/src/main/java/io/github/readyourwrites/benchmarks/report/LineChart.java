package io.github.readyourwrites.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lines over two logarithmic axes, each named at its last point. Confined to one thread. */
public final class LineChart {

    private static final int WIDTH = 860;

    private static final int HEIGHT = 420;

    private static final int LEFT = 70;

    private static final int RIGHT = 120;

    private static final int TOP = 70;

    private static final int BOTTOM = 60;

    private final String title;

    private final String across;

    private final String up;

    private final Map<String, List<Point>> series = new LinkedHashMap<>();

    /** What the axes are. */
    public LineChart(String title, String across, String up) {
        this.title = title;
        this.across = across;
        this.up = up;
    }

    /** Adds a point to a line, of four at most, from left to right. */
    public LineChart point(String line, double x, double y) {
        series.computeIfAbsent(line, ignored -> new ArrayList<>()).add(new Point(x, y));
        return this;
    }

    /** The drawing. */
    public String toSvg() {
        Svg result = new Svg(WIDTH, HEIGHT, title);
        result.text(20, 50, "start", "faint", up);
        result.text(WIDTH - RIGHT, HEIGHT - 14, "end", "faint", across);
        Scale xs = Scale.logarithmic(
                points().mapToDouble(Point::x).min().orElse(1),
                points().mapToDouble(Point::x).max().orElse(1));
        Scale ys = Scale.logarithmic(
                points().mapToDouble(Point::y).min().orElse(1),
                points().mapToDouble(Point::y).max().orElse(1));
        for (double each : xs.ticks()) {
            result.gridLine(x(xs, each), TOP, x(xs, each), HEIGHT - BOTTOM);
            result.text(x(xs, each), HEIGHT - BOTTOM + 18, "middle", "faint", Scale.label(each));
        }
        for (double each : ys.ticks()) {
            result.gridLine(LEFT, y(ys, each), WIDTH - RIGHT, y(ys, each));
            result.text(LEFT - 8, y(ys, each) + 4, "end", "faint", Scale.label(each));
        }
        int colour = 0;
        for (List<Point> line : series.values()) {
            for (int i = 0; i < line.size(); i++) {
                Point point = line.get(i);
                if (i > 0) {
                    Point before = line.get(i - 1);
                    result.stroke(x(xs, before.x()), y(ys, before.y()), x(xs, point.x()), y(ys, point.y()), colour);
                }
                result.dot(x(xs, point.x()), y(ys, point.y()), 4, colour);
            }
            colour++;
        }
        series.forEach((name, line) -> {
            Point last = line.get(line.size() - 1);
            result.text(x(xs, last.x()) + 9, y(ys, last.y()) + 4, "start", "", name);
        });
        return result.toString();
    }

    private Stream<Point> points() {
        return series.values().stream().flatMap(List::stream);
    }

    private static double x(Scale scale, double value) {
        return LEFT + scale.position(value) * (WIDTH - LEFT - RIGHT);
    }

    private static double y(Scale scale, double value) {
        return HEIGHT - BOTTOM - scale.position(value) * (HEIGHT - TOP - BOTTOM);
    }

    private record Point(double x, double y) {}
}
