package io.github.readyourwrites.examples;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Plays the checkout under one strategy while the replicas go through the script, and prints how it goes. */
final class StrategyRun {

    static final int CUSTOMERS = 450;

    static final int THREADS = 16;

    private static final Duration PROGRESS = Duration.ofSeconds(2);

    /** How long a slow machine may go on after the script. */
    private static final Duration EXTENSION = Duration.ofSeconds(60);

    private final MySqlCluster cluster;

    private final Strategy strategy;

    private final List<LagStep> script;

    private final long minimumReads;

    private final List<String> servers;

    private final Score score;

    private StrategyRun(MySqlCluster cluster, Strategy strategy, List<LagStep> script, long minimumReads) {
        this.cluster = cluster;
        this.strategy = strategy;
        this.script = script;
        this.minimumReads = minimumReads;
        servers = Stream.concat(Stream.of(cluster.primary()), cluster.replicas().stream())
                .map(MySqlServer::serverUuid)
                .toList();
        score = new Score(servers.get(0));
    }

    /** Blocks until the script is over and all replicas have caught up. */
    static Recording play(MySqlCluster cluster, Strategy strategy) throws Exception {
        return new StrategyRun(cluster, strategy, LagStep.script(), Verdict.MINIMUM_READS).run();
    }

    /** The first seconds of a JVM are slow, and would be counted against the strategy that comes first. */
    static void warmUp(MySqlCluster cluster, Strategy strategy) throws Exception {
        new StrategyRun(cluster, strategy, List.of(LagStep.WARM_UP), 0).run();
    }

    private Recording run() throws Exception {
        Orders.reset(cluster, CUSTOMERS);
        Recording result;
        try (ShopDataSource dataSource = ShopDataSource.open(cluster, strategy)) {
            Timeline timeline = play(new Orders(dataSource));
            result = new Recording(
                    score.result(strategy.name()), strategy.description(), strategy.decisions(), timeline);
        }
        cluster.heal();
        return result;
    }

    private Timeline play(Orders orders) throws Exception {
        List<Customer> customers = LongStream.rangeClosed(1, CUSTOMERS)
                .mapToObj(each -> new Customer(each, orders, strategy, score))
                .toList();
        long startNanos = System.nanoTime();
        TimelineRecorder recorder = new TimelineRecorder(servers, startNanos);
        try (PositionSampler sampler = new PositionSampler(cluster)) {
            try (Crowd crowd = new Crowd(customers, THREADS)) {
                play(recorder, new Watch(startNanos, crowd, sampler));
            }
            return recorder.end(System.nanoTime(), score.journal(), sampler.samples());
        }
    }

    private void play(TimelineRecorder recorder, Watch watch) throws Exception {
        for (LagStep each : script) {
            recorder.begin(each.label(), System.nanoTime());
            each.begin().accept(cluster);
            watch.show(each.label(), each.length());
        }
        String label = "going on to " + minimumReads + " reads";
        long end = System.nanoTime() + EXTENSION.toNanos();
        while (score.reads() < minimumReads && System.nanoTime() < end) {
            recorder.begin(label, System.nanoTime());
            watch.show(label, PROGRESS);
        }
    }

    /** Shows progress, and fails with what has failed meanwhile. */
    private final class Watch {

        private final long startNanos;

        private final Crowd crowd;

        private final PositionSampler sampler;

        Watch(long startNanos, Crowd crowd, PositionSampler sampler) {
            this.startNanos = startNanos;
            this.crowd = crowd;
            this.sampler = sampler;
        }

        void show(String label, Duration length) throws Exception {
            long end = System.nanoTime() + length.toNanos();
            for (long left = length.toNanos(); left > 0; left = end - System.nanoTime()) {
                Thread.sleep(
                        Duration.ofNanos(Math.min(left, PROGRESS.toNanos())).toMillis() + 1);
                crowd.check();
                sampler.check();
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
}
