package io.github.readyourwrites.examples;

import java.util.List;
import java.util.function.Function;

/** The strategies side by side: what to see, a table, and where in time the stale reads were. */
final class Comparison {

    private final Markup markup;

    private final Scales scales;

    private final List<Recording> recordings;

    Comparison(Markup markup, Scales scales, List<Recording> recordings) {
        this.markup = markup;
        this.scales = scales;
        this.recordings = List.copyOf(recordings);
    }

    void write() {
        writeLead();
        writeTable();
        writeStrips();
    }

    private void writeLead() {
        markup.open("p", "class", "lead");
        for (int i = 0; i < recordings.size(); i++) {
            StrategyResult result = recordings.get(i).result();
            StrategyName.write(markup, result.strategy());
            markup.text(" " + verdict(result) + (i == recordings.size() - 1 ? "." : ";"));
        }
        markup.close();
    }

    private static String verdict(StrategyResult result) {
        return result.staleReads() == 0
                ? "read nothing stale in " + Figures.count(result.reads()) + " reads, " + Figures.onReplicas(result)
                        + " of them on replicas"
                : "was stale in " + Figures.percent(result.staleReads(), result.reads()) + " of its reads";
    }

    private void writeTable() {
        markup.open("table", "class", "comparison").leaf("caption", "The strategies compared", "class", "hidden");
        markup.open("thead").open("tr").leaf("td", "");
        for (Recording each : recordings) {
            markup.open("th", "scope", "col");
            StrategyName.write(markup, each.result().strategy());
            markup.close();
        }
        markup.close().close().open("tbody").open("tr").leaf("th", "Stale reads", "scope", "row");
        for (Recording each : recordings) {
            StrategyResult result = each.result();
            cell(result.staleReads() > 0 ? "bad" : "good", Figures.count(result.staleReads()), staleNote(result));
        }
        markup.close();
        row("Reads on replicas", Figures::onReplicas, each -> Figures.count(each.primaryReads()) + " on the primary");
        row("Half of the reads within (p50)", each -> Figures.millis(each.p50Millis()), each -> "");
        row("99 of 100 reads within (p99)", each -> Figures.millis(each.p99Millis()), each -> "");
        row("Reads checked", each -> Figures.count(each.reads()), each -> "");
        markup.close().close();
    }

    private static String staleNote(StrategyResult result) {
        return result.staleReads() == 0
                ? "none"
                : Figures.percent(result.staleReads(), result.reads()) + " of its reads";
    }

    private void row(String name, Function<StrategyResult, String> value, Function<StrategyResult, String> note) {
        markup.open("tr").leaf("th", name, "scope", "row");
        recordings.forEach(each -> cell("", value.apply(each.result()), note.apply(each.result())));
        markup.close();
    }

    private void cell(String style, String value, String note) {
        markup.open("td", "class", style).leaf("b", value);
        if (!note.isEmpty()) {
            markup.leaf("small", note);
        }
        markup.close();
    }

    private void writeStrips() {
        markup.open("figure", "class", "strips").open("figcaption");
        markup.leaf("span", "Which part of the reads was stale, over time", "class", "what");
        markup.leaf("span", "full height: all reads").close();
        markup.leaf("span", "").open("div");
        TimeAxis.writeSteps(markup, recordings.get(0).timeline().bands(), scales.seconds());
        markup.close();
        for (Recording each : recordings) {
            String name = each.result().strategy();
            markup.open("a", "href", "#" + StrategyName.anchor(name));
            StrategyName.write(markup, name);
            markup.close().open("div");
            writeStrip(each);
            markup.close();
        }
        markup.leaf("span", "").open("div");
        TimeAxis.writeSeconds(markup, scales.seconds());
        markup.close().close();
    }

    private void writeStrip(Recording recording) {
        StrategyResult result = recording.result();
        List<Interval> intervals = recording.timeline().intervals();
        Plot plot = new Plot(markup, scales.seconds(), Axis.linear(0, 1), 40);
        String text =
                Figures.count(result.staleReads()) + " of " + Figures.count(result.reads()) + " reads were stale.";
        plot.open(
                "strip-" + StrategyName.anchor(result.strategy()), "Stale reads over time, " + result.strategy(), text);
        plot.bands(recording.timeline().bands());
        plot.openDrawing();
        plot.bars("stale", intervals, each -> 0, Interval::stalePart);
        plot.closeDrawing();
        if (result.staleReads() == 0) {
            plot.note("no stale read", 0.6);
        }
        plot.hints(
                intervals,
                each -> Figures.seconds(each.from()) + " to " + Figures.seconds(each.to()) + ": "
                        + Figures.percent(each.stale(), each.reads()) + " stale, " + each.stale() + " of "
                        + each.reads() + " reads");
        plot.close();
    }
}
