package io.github.readyourwrites.examples;

import java.util.List;

/** The three charts of one strategy over the same time: lag, reads, latency. */
final class StrategyCharts {

    private final Markup markup;

    private final Scales scales;

    private final StrategyResult result;

    private final Timeline timeline;

    StrategyCharts(Markup markup, Scales scales, Recording recording) {
        this.markup = markup;
        this.scales = scales;
        result = recording.result();
        timeline = recording.timeline();
    }

    void write() {
        writeLag();
        writeReads();
        writeLatency();
    }

    private void writeLag() {
        openFigure("How far the replicas were behind", "line replica-0", "replica 0", "line replica-1", "replica 1");
        Plot plot = new Plot(markup, scales.seconds(), scales.lag(), 84);
        String highest = Figures.seconds(timeline.highestLag());
        open(plot, "lag", "Replica lag", "The lag of each replica in seconds over time, at most " + highest + ".");
        plot.grid(each -> each == 0 ? "" : Figures.coordinate(each) + " s");
        plot.openDrawing();
        List<LagPoint> lag = timeline.lag();
        plot.area("replica-0", lag, LagPoint::at, each -> each.replicas().get(0), each -> 0);
        plot.area("replica-1", lag, LagPoint::at, each -> each.replicas().get(1), each -> 0);
        plot.line("replica-0", lag, LagPoint::at, each -> each.replicas().get(0));
        plot.line("replica-1", lag, LagPoint::at, each -> each.replicas().get(1));
        plot.closeDrawing();
        close(plot);
    }

    private void writeReads() {
        openFigure(
                "Who served the reads, and below the line how many of them were stale",
                "replica-0",
                "replica 0",
                "replica-1",
                "replica 1",
                "primary",
                "primary",
                "stale",
                "stale");
        Plot plot = new Plot(markup, scales.seconds(), scales.reads(), 190);
        String text = "Reads per second over time by the server that answered, and downwards the stale ones: "
                + Figures.count(result.staleReads()) + " of " + Figures.count(result.reads()) + ".";
        open(plot, "reads", "Reads and stale reads", text);
        plot.grid(StrategyCharts::rateLabel);
        plot.openDrawing();
        List<Interval> intervals = timeline.intervals();
        plot.bars("replica-0", intervals, each -> 0, StrategyCharts::firstReplicaRate);
        plot.bars("replica-1", intervals, StrategyCharts::firstReplicaRate, StrategyCharts::replicaRate);
        plot.bars("primary", intervals, StrategyCharts::replicaRate, each -> each.reads() / each.seconds());
        plot.bars("stale", intervals, each -> 0, each -> -each.stale() / each.seconds());
        plot.closeDrawing();
        if (result.staleReads() == 0) {
            plot.note("no stale read", scales.reads().min() / 2);
        }
        close(plot);
    }

    private void writeLatency() {
        openFigure("How long the reads took", "line p99", "99 of 100 within", "line p50", "half within");
        Plot plot = new Plot(markup, scales.seconds(), scales.latency(), 112);
        String text = "The time within which half of the reads and 99 of 100 reads of each half second ended, on a"
                + " logarithmic scale.";
        open(plot, "latency", "Read latency", text);
        plot.grid(StrategyCharts::millisLabel);
        plot.openDrawing();
        List<Interval> measured =
                timeline.intervals().stream().filter(each -> each.reads() > 0).toList();
        plot.area("latency", measured, Interval::middle, Interval::p99Millis, Interval::p50Millis);
        plot.line("p99", measured, Interval::middle, Interval::p99Millis);
        plot.line("p50", measured, Interval::middle, Interval::p50Millis);
        plot.closeDrawing();
        close(plot);
    }

    private void openFigure(String title, String... legend) {
        markup.open("figure").open("figcaption").leaf("span", title, "class", "what");
        for (int i = 0; i < legend.length; i += 2) {
            markup.leaf("span", legend[i + 1], "class", "key " + legend[i]);
        }
        markup.close();
    }

    private void open(Plot plot, String name, String title, String text) {
        String strategy = result.strategy();
        plot.open(StrategyName.anchor(strategy) + "-" + name, title + ", " + strategy, text);
        plot.bands(timeline.bands());
    }

    private void close(Plot plot) {
        plot.hints(timeline.intervals(), StrategyCharts::hint);
        plot.close();
        markup.close();
    }

    private static String hint(Interval interval) {
        return Figures.seconds(interval.from()) + " to " + Figures.seconds(interval.to()) + ": "
                + Figures.count(interval.reads()) + " reads (replica 0: "
                + interval.replicas().get(0) + ", replica 1: "
                + interval.replicas().get(1) + ", primary: " + interval.primary() + "), " + interval.stale()
                + " stale; half within " + Figures.millis(interval.p50Millis()) + ", 99 of 100 within "
                + Figures.millis(interval.p99Millis());
    }

    private static String rateLabel(double rate) {
        if (rate == 0) {
            return "";
        }
        return Figures.count(Math.round(Math.abs(rate))) + (rate < 0 ? " stale/s" : " reads/s");
    }

    private static String millisLabel(double millis) {
        return millis < 1000 ? Figures.coordinate(millis) + " ms" : Figures.coordinate(millis / 1000) + " s";
    }

    private static double firstReplicaRate(Interval interval) {
        return interval.replicas().get(0) / interval.seconds();
    }

    private static double replicaRate(Interval interval) {
        return (interval.reads() - interval.primary()) / interval.seconds();
    }
}
