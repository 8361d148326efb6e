package io.github.readyourwrites.examples;

import java.util.List;
import java.util.OptionalDouble;

/** What the charts show, as numbers. */
final class IntervalTable {

    private static final List<String> COLUMNS =
            List.of("from", "lag 0", "lag 1", "replica 0", "replica 1", "primary", "stale", "half within", "99 of 100");

    private IntervalTable() {}

    static void write(Markup markup, Timeline timeline) {
        markup.open("details")
                .leaf("summary", "The same as numbers")
                .open("div", "class", "wide")
                .open("table");
        markup.leaf("caption", "Per interval: the highest lag of each replica, reads by server, stale reads, latency");
        markup.open("thead").open("tr");
        COLUMNS.forEach(each -> markup.leaf("th", each, "scope", "col"));
        markup.close().close().open("tbody");
        for (Interval each : timeline.intervals()) {
            markup.open("tr").leaf("th", Figures.seconds(each.from()), "scope", "row");
            markup.leaf("td", lag(timeline, each, 0)).leaf("td", lag(timeline, each, 1));
            markup.leaf("td", Figures.count(each.replicas().get(0)));
            markup.leaf("td", Figures.count(each.replicas().get(1)));
            markup.leaf("td", Figures.count(each.primary())).leaf("td", Figures.count(each.stale()));
            markup.leaf("td", Figures.millis(each.p50Millis())).leaf("td", Figures.millis(each.p99Millis()));
            markup.close();
        }
        markup.close().close().close().close();
    }

    private static String lag(Timeline timeline, Interval interval, int replica) {
        OptionalDouble result = timeline.lag().stream()
                .filter(each -> each.at() >= interval.from() && each.at() < interval.to())
                .mapToDouble(each -> each.replicas().get(replica))
                .max();
        return result.isPresent() ? Figures.seconds(result.getAsDouble()) : "–";
    }
}
