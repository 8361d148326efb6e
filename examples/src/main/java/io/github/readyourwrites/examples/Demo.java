package io.github.readyourwrites.examples;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Starts a primary and two replicas, plays the same checkout under three strategies while the replicas lag, prints what
 * each strategy read, and writes it to the file named by the first argument. Ends with 1 if READ_YOUR_WRITES read
 * anything stale. The servers end with it, however it ends.
 */
final class Demo {

    private Demo() {}

    public static void main(String[] args) {
        int status = 1;
        try {
            status = play(Path.of(args[0]));
        } catch (Exception ex) {
            ex.printStackTrace();
        }
        System.exit(status);
    }

    private static int play(Path summary) throws Exception {
        Files.deleteIfExists(summary);
        List<StrategyResult> results = playAll();
        write(summary, results);
        System.out.printf("%n%s%nWritten to %s%n", ResultTable.format(results), summary);
        Optional<String> failure = Verdict.failure(results);
        failure.ifPresent(each -> System.err.println("FAILED: " + each));
        return failure.isPresent() ? 1 : 0;
    }

    private static List<StrategyResult> playAll() throws Exception {
        List<StrategyResult> result = new ArrayList<>();
        System.out.println("Starting MySQL: a primary and two replicas ...");
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
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

    private static void write(Path summary, List<StrategyResult> results) throws IOException {
        Path folder = summary.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(summary, SummaryJson.format(results));
    }
}
