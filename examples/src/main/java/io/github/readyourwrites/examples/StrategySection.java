package io.github.readyourwrites.examples;

import io.github.readyourwrites.examples.Strategy.Decision;

/** The part of the report about one strategy. */
final class StrategySection {

    private final Markup markup;

    private final Scales scales;

    private final Recording recording;

    StrategySection(Markup markup, Scales scales, Recording recording) {
        this.markup = markup;
        this.scales = scales;
        this.recording = recording;
    }

    void write() {
        writeHead();
        TimeAxis.writeSteps(markup, recording.timeline().bands(), scales.seconds());
        new StrategyCharts(markup, scales, recording).write();
        TimeAxis.writeSeconds(markup, scales.seconds());
        writeExamples();
        writeDecisions();
        IntervalTable.write(markup, recording.timeline());
        markup.close();
    }

    private void writeHead() {
        StrategyResult result = recording.result();
        markup.open("section", "id", StrategyName.anchor(result.strategy())).open("h2");
        StrategyName.write(markup, result.strategy());
        markup.close().leaf("p", recording.description()).open("p");
        String style = result.staleReads() > 0 ? "bad" : "good";
        markup.leaf("b", Figures.count(result.staleReads()) + " stale", "class", style);
        markup.text(" of " + Figures.count(result.reads()) + " reads, " + Figures.onReplicas(result) + " on replicas");
        markup.close();
    }

    private void writeExamples() {
        if (recording.timeline().examples().isEmpty()) {
            return;
        }
        markup.leaf("h3", "What customers saw").open("ul", "class", "examples");
        for (StaleExample each : recording.timeline().examples()) {
            String did = each.payment() ? "paid" : "saved";
            String saw = each.payment() ? " still showed it unpaid." : " did not have it.";
            markup.open("li").text("Customer " + each.customer() + " " + did + " order " + each.order() + " at ");
            markup.leaf("b", Figures.seconds(each.confirmedAt())).text(". A read at ");
            markup.leaf("b", Figures.seconds(each.readAt()))
                    .text(" from " + each.server() + saw)
                    .close();
        }
        markup.close();
    }

    private void writeDecisions() {
        if (recording.decisions().isEmpty()) {
            return;
        }
        long sum = recording.decisions().stream().mapToLong(Decision::reads).sum();
        markup.leaf("h3", "Where it sent the reads, and why").open("ul", "class", "decisions");
        for (Decision each : recording.decisions()) {
            markup.open("li").leaf("b", Figures.count(each.reads()));
            markup.leaf("span", each.reason() + " (" + Figures.percent(each.reads(), sum) + ")")
                    .close();
        }
        markup.close();
    }
}
