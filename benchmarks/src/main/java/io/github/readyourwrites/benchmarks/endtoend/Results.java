package io.github.readyourwrites.benchmarks.endtoend;

import io.github.readyourwrites.benchmarks.endtoend.EndToEndBenchmark.Model;
import io.github.readyourwrites.benchmarks.report.BarChart;
import io.github.readyourwrites.benchmarks.report.RangeChart;
import io.github.readyourwrites.benchmarks.report.Report;
import io.github.readyourwrites.benchmarks.report.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/** All that was measured, and how it is shown. Confined to one thread. */
final class Results {

    private static final double[] PERCENTILES = {50, 99, 99.9};

    private final Map<Turn, Measurement> measurements = new HashMap<>();

    /** Those measured, in their order. */
    private final Set<Lag> lags = EnumSet.noneOf(Lag.class);

    Measurement of(Lag lag, Strategy strategy, Model model) {
        lags.add(lag);
        return measurements.computeIfAbsent(new Turn(lag, strategy, model), ignored -> new Measurement());
    }

    /** Writes tables, values and plots of what was measured so far. */
    void write(Options options, String mySql) throws IOException {
        Report report = new Report("end-to-end", "What an application gets", ", MySQL " + mySql + ", " + options);
        for (Lag each : lags) {
            String file = each.name().toLowerCase(Locale.ROOT).replace('_', '-') + ".svg";
            String loop = options.threads() + " threads without a pause, " + each.description();
            report.heading(loop).table(closed(each)).plot("reads-" + file, "Reads per second", reads(each, loop));
            String rate = options.rate() + " operations/s, " + each.description();
            report.heading(rate).table(open(each)).plot("latency-" + file, "Latency of reads", latency(each, rate));
        }
        report.write();
        Report.values("end-to-end.csv", values());
    }

    private Table closed(Lag lag) {
        Table result = new Table(
                "strategy",
                "reads/s",
                "of ROUND_ROBIN in the same round, median (least to most)",
                "of TEXTBOOK, likewise",
                "of ROUND_ROBIN, until the replicas had caught up",
                "writes/s",
                "stale reads",
                "by replicas",
                "statements on the primary per operation",
                "CPU of the client per operation",
                "failed");
        for (Strategy each : Strategy.values()) {
            Measurement measurement = of(lag, each, Model.CLOSED);
            Tally tally = measurement.tally();
            result.row(
                    each.name(),
                    format("%,.0f", measurement.meanReadsPerSecond()),
                    ratios(lag, each, Strategy.ROUND_ROBIN, Measurement::readsPerSecond),
                    ratios(lag, each, Strategy.TEXTBOOK, Measurement::readsPerSecond),
                    ratios(lag, each, Strategy.ROUND_ROBIN, Measurement::sustainedReadsPerSecond),
                    format("%,.0f", measurement.meanWritesPerSecond()),
                    format("%,d", tally.staleReads()),
                    format("%.1f %%", 100 * tally.replicaShare()),
                    format("%.2f", measurement.primaryStatementsPerOperation()),
                    format("%.0f µs", measurement.cpuMicrosPerOperation()),
                    format("%,d", tally.failures()));
        }
        return result;
    }

    private String ratios(
            Lag lag, Strategy strategy, Strategy other, Function<Measurement, List<Double>> readsPerSecond) {
        List<Double> own = readsPerSecond.apply(of(lag, strategy, Model.CLOSED));
        List<Double> others = readsPerSecond.apply(of(lag, other, Model.CLOSED));
        double[] ratios = IntStream.range(0, own.size())
                .mapToDouble(each -> own.get(each) / others.get(each))
                .sorted()
                .toArray();
        int last = ratios.length - 1;
        double median = (ratios[last / 2] + ratios[ratios.length / 2]) / 2;
        return format("%.2f (%.2f to %.2f)", median, ratios[0], ratios[last]);
    }

    private Table open(Lag lag) {
        Table result = new Table(
                "strategy",
                "read p50",
                "p99",
                "p99.9",
                "write p50",
                "p99",
                "p99.9",
                "stale reads",
                "by replicas",
                "statements on the primary per operation",
                "CPU of the client per operation",
                "failed");
        for (Strategy each : Strategy.values()) {
            Measurement measurement = of(lag, each, Model.OPEN);
            Tally tally = measurement.tally();
            List<Double> reads = milliseconds(tally.readNanos());
            List<Double> writes = milliseconds(tally.writeNanos());
            result.row(
                    each.name(),
                    format("%.2f ms", reads.get(0)),
                    format("%.2f ms", reads.get(1)),
                    format("%.1f ms", reads.get(2)),
                    format("%.2f ms", writes.get(0)),
                    format("%.2f ms", writes.get(1)),
                    format("%.1f ms", writes.get(2)),
                    format("%,d of %,d", tally.staleReads(), tally.reads()),
                    format("%.1f %%", 100 * tally.replicaShare()),
                    format("%.2f", measurement.primaryStatementsPerOperation()),
                    format("%.0f µs", measurement.cpuMicrosPerOperation()),
                    format("%,d", tally.failures()));
        }
        return result;
    }

    private static List<Double> milliseconds(Histogram nanos) {
        List<Double> result = new ArrayList<>();
        for (double each : PERCENTILES) {
            result.add(Math.max(0.01, nanos.getValueAtPercentile(each) / 1e6));
        }
        return result;
    }

    private String reads(Lag lag, String situation) {
        BarChart result = new BarChart("Reads, " + situation, "reads per second, and how many of them were stale");
        for (Strategy each : Strategy.values()) {
            Measurement measurement = of(lag, each, Model.CLOSED);
            Tally tally = measurement.tally();
            double stale = 100.0 * tally.staleReads() / Math.max(1, tally.reads());
            String remark = tally.staleReads() == 0 ? ", none stale" : format(", %.1f %% stale", stale);
            result.bar(each.description(), Math.rint(measurement.meanReadsPerSecond()), remark, colour(each));
        }
        return result.toSvg();
    }

    private String latency(Lag lag, String situation) {
        RangeChart result =
                new RangeChart("Reads, " + situation, "milliseconds from when a read was due", "p50", "p99", "p99.9");
        for (Strategy each : Strategy.values()) {
            result.row(
                    each.description(),
                    milliseconds(of(lag, each, Model.OPEN).tally().readNanos()));
        }
        return result.toSvg();
    }

    private static int colour(Strategy strategy) {
        return strategy.isOurs() ? 0 : 4;
    }

    /** One line for each slice. */
    private Table values() {
        Table result = new Table(
                "lag",
                "strategy",
                "model",
                "round",
                "reads_per_second",
                "stale_reads_all_rounds",
                "replica_share_all_rounds");
        for (Lag lag : lags) {
            for (Strategy strategy : Strategy.values()) {
                for (Model model : Model.values()) {
                    Measurement measurement = of(lag, strategy, model);
                    List<Double> rounds = measurement.readsPerSecond();
                    for (int i = 0; i < rounds.size(); i++) {
                        result.row(
                                lag.name(),
                                strategy.name(),
                                model.name(),
                                String.valueOf(i + 1),
                                format("%.1f", rounds.get(i)),
                                String.valueOf(measurement.tally().staleReads()),
                                format("%.4f", measurement.tally().replicaShare()));
                    }
                }
            }
        }
        return result;
    }

    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    private record Turn(Lag lag, Strategy strategy, Model model) {}
}
