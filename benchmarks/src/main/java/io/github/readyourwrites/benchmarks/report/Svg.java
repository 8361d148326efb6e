package io.github.readyourwrites.benchmarks.report;

import java.util.Locale;

/**
 * A drawing, element after element, with the colours of all plots: readable on light and on dark pages, as the reader's
 * system says. Confined to one thread.
 */
final class Svg {

    private static final String HEAD = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img">
            <title>%3$s</title>
            <style>
            svg { --paper: #ffffff; --ink: #1f2328; --faint: #59636e; --grid: #d8dee4;
              --c0: #2563c9; --c1: #c2570c; --c2: #0f8a5f; --c3: #8b3fb8; --c4: #8a93a0 }
            @media (prefers-color-scheme: dark) {
              svg { --paper: #0d1117; --ink: #e6edf3; --faint: #9198a1; --grid: #30363d;
                --c0: #6ea8fe; --c1: #f0984f; --c2: #3fc08c; --c3: #c58af0; --c4: #7d8590 }
            }
            text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: var(--ink);
              paint-order: stroke; stroke: var(--paper); stroke-width: 4px; stroke-linejoin: round }
            .title { font-size: 16px; font-weight: 600 }
            .faint { fill: var(--faint) }
            .grid { stroke: var(--grid) }
            .line { fill: none; stroke-width: 2 }
            </style>
            <rect width="100%%" height="100%%" rx="6" fill="var(--paper)"/>
            """;

    private final StringBuilder content = new StringBuilder();

    Svg(int width, int height, String title) {
        content.append(HEAD.formatted(width, height, escape(title)));
        text(20, 30, "start", "title", title);
    }

    /** Text whose {@code anchor} (start, middle, end) is at this point of its base line. */
    void text(double x, double y, String anchor, String style, String text) {
        String attributes = "x=\"%s\" y=\"%s\" text-anchor=\"%s\" class=\"%s\"";
        content.append("<text ")
                .append(attributes.formatted(number(x), number(y), anchor, style))
                .append('>')
                .append(escape(text))
                .append("</text>\n");
    }

    void gridLine(double x1, double y1, double x2, double y2) {
        element("line class=\"grid\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"", x1, y1, x2, y2);
    }

    /** A rectangle in one of the plots' colours, by its number. */
    void bar(double x, double y, double width, double height, int colour) {
        element("rect rx=\"2\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"" + fill(colour), x, y, width, height);
    }

    void dot(double x, double y, double radius, int colour) {
        element("circle cx=\"%s\" cy=\"%s\" r=\"%s\"" + fill(colour), x, y, radius);
    }

    void stroke(double x1, double y1, double x2, double y2, int colour) {
        String line = "line class=\"line\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"";
        element(line + " stroke=\"var(--c" + colour + ")\"", x1, y1, x2, y2);
    }

    private static String fill(int colour) {
        return " fill=\"var(--c" + colour + ")\"";
    }

    private void element(String format, double... numbers) {
        Object[] texts = new Object[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            texts[i] = number(numbers[i]);
        }
        content.append('<').append(format.formatted(texts)).append("/>\n");
    }

    private static String number(double value) {
        String result = String.format(Locale.ROOT, "%.1f", value);
        return result.endsWith(".0") ? result.substring(0, result.length() - 2) : result;
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** The document. */
    @Override
    public String toString() {
        return content + "</svg>\n";
    }
}
