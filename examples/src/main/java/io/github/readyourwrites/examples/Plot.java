package io.github.readyourwrites.examples;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A chart over time as an SVG element that is as wide as its surroundings: positions in time are percentages, texts keep
 * their size. To be opened, drawn from back to front, and closed. Not safe for use by several threads.
 */
final class Plot {

    /** From the left to the right end, in the drawing's own units. */
    private static final double WIDTH = 1000;

    /** Above the greatest value, in pixels: room for its label. */
    private static final int HEADROOM = 16;

    private final Markup markup;

    private final double seconds;

    private final Axis axis;

    private final int height;

    private final List<Label> labels = new ArrayList<>();

    /**
     * A chart of so many seconds.
     *
     * @param height of the values, in pixels
     */
    Plot(Markup markup, double seconds, Axis axis, int height) {
        this.markup = markup;
        this.seconds = seconds;
        this.axis = axis;
        this.height = height;
    }

    /**
     * Begins the element.
     *
     * @param id once in the document
     * @param description for those who cannot see the chart
     */
    void open(String id, String title, String description) {
        String total = Integer.toString(HEADROOM + height + 1);
        String names = id + "-title " + id + "-text";
        markup.open("svg", "width", "100%", "height", total, "role", "img", "aria-labelledby", names);
        markup.leaf("title", title, "id", id + "-title").leaf("desc", description, "id", id + "-text");
    }

    /** Shades the steps of the script in turn. */
    void bands(List<Band> bands) {
        for (int i = 0; i < bands.size(); i++) {
            Band band = bands.get(i);
            openColumn(i % 2 == 0 ? "band" : "band odd", band.from(), band.to()).close();
        }
    }

    /** Draws a line for each round value, and in the end its label. */
    void grid(DoubleFunction<String> label) {
        for (double each : axis.ticks()) {
            double y = HEADROOM + y(each);
            String text = Figures.coordinate(y);
            markup.empty("line", "class", each == 0 ? "zero" : "grid", "x1", "0", "x2", "100%", "y1", text, "y2", text);
            labels.add(new Label(y - 3, label.apply(each)));
        }
    }

    /** Begins what {@link #bars}, {@link #line} and {@link #area} draw. */
    void openDrawing() {
        String view = "0 0 " + Figures.coordinate(WIDTH) + " " + height;
        markup.open(
                "svg",
                "y",
                Integer.toString(HEADROOM),
                "width",
                "100%",
                "height",
                Integer.toString(height),
                "viewBox",
                view,
                "preserveAspectRatio",
                "none");
    }

    void closeDrawing() {
        markup.close();
    }

    /** One bar per interval, from one value to another. */
    void bars(String style, List<Interval> intervals, ToDoubleFunction<Interval> from, ToDoubleFunction<Interval> to) {
        StringBuilder path = new StringBuilder();
        for (Interval each : intervals) {
            double low = y(from.applyAsDouble(each));
            double high = y(to.applyAsDouble(each));
            if (low != high) {
                double gap = x(each.seconds()) * 0.06;
                String width = Figures.coordinate(x(each.seconds()) - 2 * gap);
                path.append('M')
                        .append(point(x(each.from()) + gap, low))
                        .append('h')
                        .append(width);
                path.append('V')
                        .append(Figures.coordinate(high))
                        .append("h-")
                        .append(width)
                        .append('z');
            }
        }
        markup.empty("path", "class", style, "d", path.toString());
    }

    /** A line through points. */
    <T> void line(String style, List<T> points, ToDoubleFunction<T> at, ToDoubleFunction<T> value) {
        markup.empty("path", "class", "line " + style, "d", through(points, at, value));
    }

    /** The area between two lines. */
    <T> void area(
            String style,
            List<T> points,
            ToDoubleFunction<T> at,
            ToDoubleFunction<T> upper,
            ToDoubleFunction<T> lower) {
        List<T> back = new ArrayList<>(points);
        Collections.reverse(back);
        String path = through(points, at, upper) + through(back, at, lower).replace('M', 'L');
        markup.empty("path", "class", "area " + style, "d", points.isEmpty() ? "" : path + 'z');
    }

    /** Shows a text while the pointer is on an interval. */
    void hints(List<Interval> intervals, Function<Interval, String> text) {
        for (Interval each : intervals) {
            openColumn("hint", each.from(), each.to())
                    .leaf("title", text.apply(each))
                    .close();
        }
    }

    /** A text in the middle of the time, at this value. */
    void note(String text, double value) {
        markup.leaf("text", text, "class", "note", "x", "50%", "y", Figures.coordinate(HEADROOM + y(value) + 4));
    }

    void close() {
        labels.forEach(
                each -> markup.leaf("text", each.text(), "class", "tick", "x", "4", "y", Figures.coordinate(each.y())));
        markup.close();
    }

    private Markup openColumn(String style, double from, double to) {
        String x = Figures.coordinate(100 * from / seconds) + '%';
        String width = Figures.coordinate(100 * (to - from) / seconds) + '%';
        return markup.open("rect", "class", style, "x", x, "width", width, "y", "0", "height", "100%");
    }

    private <T> String through(List<T> points, ToDoubleFunction<T> at, ToDoubleFunction<T> value) {
        StringBuilder result = new StringBuilder();
        for (T each : points) {
            result.append(result.isEmpty() ? 'M' : 'L');
            result.append(point(x(at.applyAsDouble(each)), y(value.applyAsDouble(each))));
        }
        return result.toString();
    }

    private static String point(double x, double y) {
        return Figures.coordinate(x) + ' ' + Figures.coordinate(y);
    }

    private double x(double at) {
        return WIDTH * at / seconds;
    }

    private double y(double value) {
        return height * (1 - axis.fraction(value));
    }

    /** The label of a line, and where it stands. */
    private record Label(double y, String text) {}
}
