package io.github.readyourwrites.prove;

import io.github.readyourwrites.propagation.RywExecutors;
import io.github.readyourwrites.prove.history.HistoryChecker;
import io.github.readyourwrites.prove.history.Promises;
import io.github.readyourwrites.prove.history.Verdict;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program of {@code bin/prove}: exit code 0 if nothing was violated, 1 if something was, 2 if it could not run. */
public final class Proof {

    private static final Logger LOGGER = LoggerFactory.getLogger(Proof.class);

    private static final int PROGRESS_SECONDS = 10;

    private static final int SHOWN_VIOLATIONS = 5;

    private final MySqlCluster cluster;

    private final Settings settings;

    private final Registers registers;

    private final Journal journal = new Journal();

    private Proof(MySqlCluster cluster, Settings settings) {
        this.cluster = cluster;
        this.settings = settings;
        registers = new Registers(settings.keys());
    }

    public static void main(String[] arguments) throws Exception {
        Settings settings;
        try {
            settings = Settings.parse(arguments);
        } catch (IllegalArgumentException ex) {
            System.err.println(ex.getMessage());
            System.exit(2);
            return;
        }
        Summary summary;
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            summary = run(cluster, settings);
        }
        System.out.println(summary.toJson());
        summary.violations().stream().limit(SHOWN_VIOLATIONS).forEach(System.out::println);
        if (!settings.summary().isEmpty()) {
            Files.writeString(Path.of(settings.summary()), summary.toJson() + System.lineSeparator());
        }
        System.exit(summary.violations().isEmpty() ? 0 : 1);
    }

    /** Runs the clients beside the faults and judges what they saw; the cluster is healed afterwards. */
    static Summary run(MySqlCluster cluster, Settings settings) throws Exception {
        return new Proof(cluster, settings).run();
    }

    private Summary run() throws Exception {
        registers.create(cluster);
        Map<Fault, Integer> turns;
        try (Shop shop = Shop.open(cluster, settings.strategy(), settings.clients() + 4);
                Nemesis nemesis = Nemesis.start(cluster, settings.faults(), settings.seed())) {
            letClientsWork(shop);
            turns = nemesis.turns();
        }
        cluster.heal();
        Verdict verdict =
                HistoryChecker.check(journal.events(), new Promises(false, null), Registers.present(cluster.primary()));
        return new Summary(settings, verdict, journal, turns);
    }

    private void letClientsWork(Shop shop) throws SQLException, IOException, ExecutionException, InterruptedException {
        long end = System.nanoTime() + settings.duration().toNanos();
        BooleanSupplier stopped =
                () -> System.nanoTime() - end >= 0 || Thread.currentThread().isInterrupted();
        Statements statements = new Statements("a", shop, registers, journal, settings.strategy());
        ExecutorService threads = Executors.newFixedThreadPool(settings.clients());
        ExecutorService tasks = Executors.newFixedThreadPool(2);
        // The controls go without the library.
        ExecutorService wrapped = settings.strategy() == Strategy.READ_YOUR_WRITES ? RywExecutors.wrap(tasks) : tasks;
        try {
            List<Future<?>> clients = new ArrayList<>();
            for (int i = 0; i < settings.clients(); i++) {
                Random random = new Random(settings.seed() + i);
                clients.add(
                        threads.submit(new Client("c" + i, statements, registers, journal, wrapped, random, stopped)));
            }
            while (System.nanoTime() - end < 0) {
                TimeUnit.NANOSECONDS.sleep(
                        Math.min(TimeUnit.SECONDS.toNanos(PROGRESS_SECONDS), Math.max(1, end - System.nanoTime())));
                LOGGER.info("{} reads, {} statements failed", journal.reads(), journal.failures());
            }
            for (Future<?> each : clients) {
                each.get();
            }
        } finally {
            threads.shutdownNow();
            tasks.shutdownNow();
        }
    }
}
