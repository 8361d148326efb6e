package io.github.readyourwrites.benchmarks.report;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Rows of values along one logarithmic axis: a dot each, joined from the least to the most. NaN stands for no value.
 * Confined to one thread.
 */
public final class RangeChart {

    private static final int WIDTH = 860;

    private static final int LEFT = 250;

    private static final int RIGHT = 50;

    private static final int TOP = 96;

    private static final int ROW = 27;

    private static final int LEGEND = 140;

    private final String title;

    private final String unit;

    private final List<String> series;

    private final List<Row> rows = new ArrayList<>();

    /** Each row has a value of every series, in {@code unit}. */
    public RangeChart(String title, String unit, String... series) {
        this.title = title;
        this.unit = unit;
        this.series = List.of(series);
    }

    /** Adds a row below the others. */
    public RangeChart row(String label, List<Double> values) {
        if (values.size() != series.size()) {
            throw new IllegalArgumentException(values + " for " + series);
        }
        rows.add(new Row(label, List.copyOf(values)));
        return this;
    }

    /** The drawing. */
    public String toSvg() {
        int bottom = TOP + ROW * rows.size();
        Svg result = new Svg(WIDTH, bottom + 36, title);
        result.text(20, 50, "start", "faint", unit);
        for (int i = 0; i < series.size(); i++) {
            result.dot(LEFT + LEGEND * i + 5, 74, 5, i);
            result.text(LEFT + LEGEND * i + 16, 78, "start", "", series.get(i));
        }
        DoubleSummaryStatistics all =
                rows.stream().flatMapToDouble(Row::present).summaryStatistics();
        Scale scale = Scale.logarithmic(all.getMin(), all.getMax());
        for (double each : scale.ticks()) {
            double x = x(scale, each);
            result.gridLine(x, TOP, x, bottom);
            result.text(x, bottom + 18, "middle", "faint", Scale.label(each));
        }
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            double y = TOP + ROW * i + ROW / 2.0;
            result.text(LEFT - 10, y + 4, "end", "", row.label());
            DoubleSummaryStatistics range = row.present().summaryStatistics();
            result.stroke(x(scale, range.getMin()), y, x(scale, range.getMax()), y, 4);
            for (int j = 0; j < row.values().size(); j++) {
                double value = row.values().get(j);
                if (!Double.isNaN(value)) {
                    result.dot(x(scale, value), y, 5, j);
                }
            }
        }
        return result.toString();
    }

    private static double x(Scale scale, double value) {
        return LEFT + scale.position(value) * (WIDTH - LEFT - RIGHT);
    }

    private record Row(String label, List<Double> values) {

        private DoubleStream present() {
            return values.stream().mapToDouble(each -> each).filter(each -> !Double.isNaN(each));
        }
    }
}
