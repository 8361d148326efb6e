package io.github.readyourwrites.examples;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.LoggerFactory;

/**
 * Starts a primary and two replicas, plays the same checkout under three strategies while the replicas lag, and prints
 * what each strategy read. Writes it as {@code summary.json} and, to be looked at, as {@code report.html} into the folder
 * that is the first argument. Ends with 1 if READ_YOUR_WRITES read anything stale. The servers end with it, however it
 * ends.
 */
final class Demo {

    private Demo() {}

    public static void main(String[] args) {
        int status = 1;
        try {
            status = play(Path.of(args[0]));
        } catch (Exception ex) {
            LoggerFactory.getLogger(Demo.class).error("The demo failed", ex);
        }
        System.exit(status);
    }

    private static int play(Path folder) throws Exception {
        Path summary = folder.resolve("summary.json");
        Path report = folder.resolve("report.html");
        Files.deleteIfExists(summary);
        Files.deleteIfExists(report);
        List<Setting> settings = new ArrayList<>();
        List<Recording> recordings = playAll(settings);
        List<StrategyResult> results =
                recordings.stream().map(Recording::result).toList();
        write(summary, SummaryJson.format(results));
        write(report, ReportHtml.format(recordings, settings));
        System.out.printf("%n%s%nWritten to %s%n", ResultTable.format(results), summary);
        System.out.printf("To be looked at: %s%n", report.toUri());
        Optional<String> failure = Verdict.failure(results);
        failure.ifPresent(each -> System.err.println("FAILED: " + each));
        return failure.isPresent() ? 1 : 0;
    }

    private static List<Recording> playAll(List<Setting> settings) throws Exception {
        List<Recording> result = new ArrayList<>();
        System.out.println("Starting MySQL: a primary and two replicas ...");
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            settings.addAll(Settings.read(cluster));
            StrategyRun.warmUp(cluster, new RoundRobin());
            for (Strategy each : strategies()) {
                System.out.println();
                result.add(StrategyRun.play(cluster, each));
            }
        }
        return result;
    }

    private static List<Strategy> strategies() {
        return List.of(
                new RoundRobin(), new StickyWindow(Duration.ofSeconds(3), System::nanoTime), new ReadYourWrites());
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, text);
    }
}
