package io.github.readyourwrites.benchmarks;

import io.github.readyourwrites.benchmarks.decision.DecisionBenchmark;
import io.github.readyourwrites.benchmarks.executors.ExecutorBenchmark;
import io.github.readyourwrites.benchmarks.gtids.GtidSetBenchmark;
import io.github.readyourwrites.benchmarks.gtids.Library;
import io.github.readyourwrites.benchmarks.report.RangeChart;
import io.github.readyourwrites.benchmarks.report.Report;
import io.github.readyourwrites.benchmarks.report.Table;
import io.github.readyourwrites.benchmarks.tokens.TokenBenchmark;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Version;

/** Runs everything that JMH measures, and writes it down. The classes say what they do not measure. */
final class JmhBenchmarks {

    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private final Report report = new Report("jmh", "What is measured by JMH", ", JMH " + Version.getPlainVersion());

    private final boolean quick;

    private JmhBenchmarks(boolean quick) {
        this.quick = quick;
    }

    public static void main(String[] args) throws Exception {
        JmhBenchmarks benchmarks = new JmhBenchmarks(args.length > 0 && args[0].equals("--quick"));
        benchmarks.run("A decision, one thread", options(DecisionBenchmark.class));
        benchmarks.run(
                "A decision, two threads", options(DecisionBenchmark.class).threads(2));
        Collection<RunResult> sets = benchmarks.run("Sets of GTIDs", options(GtidSetBenchmark.class));
        benchmarks.report.plot("gtid-sets.svg", "Sets of GTIDs", chart(sets));
        benchmarks.run("Handing a task over", options(ExecutorBenchmark.class));
        benchmarks.run("Tokens", options(TokenBenchmark.class));
        benchmarks.report.write();
    }

    private static ChainedOptionsBuilder options(Class<?> benchmark) {
        return new OptionsBuilder().include(benchmark.getName() + "\\.").addProfiler(GCProfiler.class);
    }

    private Collection<RunResult> run(String title, ChainedOptionsBuilder options) throws RunnerException {
        if (quick) {
            options.forks(1).warmupIterations(2).measurementIterations(2).measurementTime(TimeValue.milliseconds(50));
        }
        Collection<RunResult> result = new Runner(options.build()).run();
        Table table = new Table("what", "with", "time", "allocated");
        for (RunResult each : result) {
            BenchmarkParams params = each.getParams();
            StringJoiner with = new StringJoiner(", ");
            params.getParamsKeys().forEach(key -> with.add(key + " " + params.getParam(key)));
            table.row(name(params), with.toString(), time(each.getPrimaryResult()), allocated(each));
        }
        report.heading(title).table(table);
        return result;
    }

    /** A quick run is too short to have an error. */
    private static String time(Result<?> result) {
        String score = String.format(Locale.ROOT, "%,.1f", result.getScore());
        return Double.isNaN(result.getScoreError())
                ? score + " ns"
                : String.format(Locale.ROOT, "%s ± %,.1f ns", score, result.getScoreError());
    }

    private static String allocated(RunResult run) {
        Result<?> result = run.getSecondaryResults().get(ALLOCATED);
        return result == null ? "" : String.format(Locale.ROOT, "%,.2f B", result.getScore());
    }

    private static String name(BenchmarkParams params) {
        String result = params.getBenchmark();
        return result.substring(result.lastIndexOf('.') + 1);
    }

    private static String chart(Collection<RunResult> runs) {
        Map<String, Map<Library, Double>> rows = new LinkedHashMap<>();
        for (RunResult each : runs) {
            BenchmarkParams params = each.getParams();
            String row = name(params) + ", " + params.getParam("shape").toLowerCase(Locale.ROOT);
            rows.computeIfAbsent(row, ignored -> new EnumMap<>(Library.class))
                    .put(
                            Library.valueOf(params.getParam("library")),
                            each.getPrimaryResult().getScore());
        }
        RangeChart result = new RangeChart("Sets of GTIDs", "nanoseconds", "ours", "binlog connector", "Debezium");
        rows.forEach((row, values) -> result.row(
                row,
                Stream.of(Library.values())
                        .map(each -> values.getOrDefault(each, Double.NaN))
                        .toList()));
        return result.toSvg();
    }
}
