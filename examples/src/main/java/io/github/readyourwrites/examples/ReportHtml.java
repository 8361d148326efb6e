package io.github.readyourwrites.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The results as one HTML file that refers to nothing outside of it. */
final class ReportHtml {

    private ReportHtml() {}

    static String format(List<Recording> recordings, List<Setting> settings) {
        Markup result = new Markup();
        result.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
        result.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        result.empty("meta", "name", "color-scheme", "content", "light dark");
        result.leaf("title", "Read your writes: what three strategies read while replicas lagged");
        result.style(css()).close().open("body").open("main");
        writeHead(result);
        Scales scales = Scales.of(recordings);
        new Comparison(result, scales, recordings).write();
        writeSteps(result, recordings.get(0).timeline().bands());
        recordings.forEach(each -> new StrategySection(result, scales, each).write());
        writeSettings(result, settings);
        return result.close().close().close().document();
    }

    private static void writeHead(Markup markup) {
        markup.open("header").leaf("h1", "Who reads old data while replicas lag?");
        markup.leaf(
                "p",
                "One checkout, played three times: many customers order, pay and look at their orders, on a real MySQL"
                        + " primary with two replicas that follow the same script of lag each time. A read is stale if"
                        + " it lacks an order or a payment that the shop has confirmed to the same customer before.");
        markup.close();
    }

    private static void writeSteps(Markup markup, List<Band> bands) {
        markup.open("section", "class", "script").leaf("h2", "The script of lag");
        markup.leaf(
                "p",
                "Its steps are the shaded bands of all charts, which have the same scales for each strategy. Look at the"
                        + " red: it is what went wrong. It is there where a replica is behind and is asked all the same.");
        markup.open("ol");
        for (Band each : bands) {
            markup.open("li").text(each.label() + " ");
            markup.leaf("small", Figures.seconds(each.to() - each.from())).close();
        }
        markup.close().close();
    }

    private static void writeSettings(Markup markup, List<Setting> settings) {
        markup.open("section", "class", "settings")
                .leaf("h2", "How it was run and measured")
                .open("dl");
        settings.forEach(each -> markup.open("div")
                .leaf("dt", each.name())
                .leaf("dd", each.value())
                .close());
        markup.close();
        markup.leaf(
                "p",
                "Lag is the age of the oldest transaction that the primary has executed and the replica has not, from"
                        + " their gtid_executed, asked ten times a second: less than the truth by at most the time from one"
                        + " question to the next answer, never more. A read counts for the half second in which it began. Customers pause"
                        + " between requests and a few threads serve them, so reads that wait make reads per second"
                        + " fall. Absolute latencies are those of one machine that runs everything.");
        markup.close();
    }

    private static String css() {
        try (InputStream result =
                Objects.requireNonNull(ReportHtml.class.getResourceAsStream("report.css"), "report.css")) {
            return new String(result.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}
