package io.github.readyourwrites.examples;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;

/** Plays the checkout under one strategy while the replicas go through the script, and prints how it goes. */
final class StrategyRun {

    private static final int CUSTOMERS = 450;

    private static final int THREADS = 16;

    private static final Duration PROGRESS = Duration.ofSeconds(2);

    /** How long a slow machine may go on after the script. */
    private static final Duration EXTENSION = Duration.ofSeconds(60);

    private final MySqlCluster cluster;

    private final Strategy strategy;

    private final List<LagStep> script;

    private final long minimumReads;

    private final Score score;

    private long startNanos;

    private StrategyRun(MySqlCluster cluster, Strategy strategy, List<LagStep> script, long minimumReads) {
        this.cluster = cluster;
        this.strategy = strategy;
        this.script = script;
        this.minimumReads = minimumReads;
        score = new Score(cluster.primary().serverUuid());
    }

    /** Blocks until the script is over and all replicas have caught up. */
    static StrategyResult play(MySqlCluster cluster, Strategy strategy) throws Exception {
        return new StrategyRun(cluster, strategy, LagStep.script(), Verdict.MINIMUM_READS).run();
    }

    /** The first seconds of a JVM are slow, and would be counted against the strategy that comes first. */
    static void warmUp(MySqlCluster cluster, Strategy strategy) throws Exception {
        new StrategyRun(cluster, strategy, List.of(LagStep.WARM_UP), 0).run();
    }

    private StrategyResult run() throws Exception {
        Orders.reset(cluster, CUSTOMERS);
        try (ShopDataSource dataSource = ShopDataSource.open(cluster, strategy)) {
            Orders orders = new Orders(dataSource);
            List<Customer> customers = LongStream.rangeClosed(1, CUSTOMERS)
                    .mapToObj(each -> new Customer(each, orders, strategy, score))
                    .toList();
            startNanos = System.nanoTime();
            try (Crowd crowd = new Crowd(customers, THREADS)) {
                play(crowd);
            }
        }
        cluster.heal();
        return score.result(strategy.name());
    }

    private void play(Crowd crowd) throws Exception {
        for (LagStep each : script) {
            each.begin().accept(cluster);
            watch(crowd, each.label(), each.length());
        }
        long end = System.nanoTime() + EXTENSION.toNanos();
        while (score.reads() < minimumReads && System.nanoTime() < end) {
            watch(crowd, "going on to " + minimumReads + " reads", PROGRESS);
        }
    }

    private void watch(Crowd crowd, String label, Duration length) throws Exception {
        long end = System.nanoTime() + length.toNanos();
        for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
            Thread.sleep(Duration.ofNanos(Math.min(left, PROGRESS.toNanos())).toMillis() + 1);
            crowd.check();
            System.out.printf(
                    "  %-18s %3d s  %-30s %7d reads %6d stale%n",
                    strategy.name(),
                    Duration.ofNanos(System.nanoTime() - startNanos).toSeconds(),
                    label,
                    score.reads(),
                    score.staleReads());
        }
    }
}
