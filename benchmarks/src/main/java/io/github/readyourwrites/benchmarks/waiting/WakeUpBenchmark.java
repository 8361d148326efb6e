package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.benchmarks.shop.ShopDataSource;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.MonitorSettings;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * How soon waiting reads of several clients go on once one of two replicas has applied what they wait for. The clients
 * commit at a fixed rate, each time in a session of its own, and read at once. A read counts if it waited; its wake-up is
 * the time from the applying, as {@link AppliedTimes} saw it on the replica that served the read, to the sending of the
 * read there. One that waited in vain counts with all of its wait.
 *
 * <p>Not measured: the read itself; reads that did not have to wait; more reads at once than there are clients.
 */
final class WakeUpBenchmark {

    private static final int CLIENTS = 8;

    private static final int SECONDS = 30;

    private static final Duration STALL = Duration.ofMillis(100);

    private final MySqlCluster cluster;

    private final CommittingClients clients;

    private WakeUpBenchmark(MySqlCluster cluster, CommittingClients clients) {
        this.cluster = cluster;
        this.clients = clients;
    }

    public static void main(String[] args) throws Exception {
        int seconds = args.length == 0 ? SECONDS : Integer.parseInt(args[0]);
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            CommittingClients.createAccounts(cluster);
            try (ShopDataSource dataSource = ShopDataSource.readYourWrites(cluster)) {
                WakeUpBenchmark benchmark = new WakeUpBenchmark(cluster, new CommittingClients(cluster, dataSource));
                benchmark.measure(100, seconds);
                for (int each : new int[] {10, 50, 100}) {
                    print(each + " commits/s", benchmark.measure(each, seconds));
                }
                print("100 commits/s, appliers stop for 100 ms every second", benchmark.besideStalls(seconds));
                print("100 commits/s, the oldest read waits in vain", benchmark.besideHopelessRead(seconds));
            }
        }
    }

    private static void print(String what, WakeUps result) {
        Histogram waited = result.waited();
        System.out.printf(
                Locale.ROOT,
                "%s: p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, most %.2f ms; %d of %d reads waited%n",
                what,
                waited.getValueAtPercentile(50) / 1e6,
                waited.getValueAtPercentile(90) / 1e6,
                waited.getValueAtPercentile(99) / 1e6,
                waited.getMaxValue() / 1e6,
                waited.getTotalCount(),
                result.reads());
    }

    private WakeUps besideStalls(int seconds) throws Exception {
        Thread staller = new Thread(this::stall, "staller");
        staller.start();
        try {
            return measure(100, seconds);
        } finally {
            staller.interrupt();
            staller.join();
        }
    }

    private void stall() {
        while (!Thread.currentThread().isInterrupted()) {
            cluster.replicas().forEach(MySqlServer::stopApplier);
            LockSupport.parkNanos(STALL.toNanos());
            cluster.replicas().forEach(MySqlServer::startApplier);
            LockSupport.parkNanos(STALL.multipliedBy(9).toNanos());
        }
    }

    /** A read whose position never comes: the watches are blocked for it all the time. */
    private WakeUps besideHopelessRead(int seconds) throws Exception {
        GtidSet never = GtidSet.parse("99999999-9999-9999-9999-999999999999:1");
        Servers servers = SessionRegistry.servers();
        long deadline = servers.clock().getAsLong() + TimeUnit.HOURS.toNanos(1);
        // The same servers with the same account: these are the monitors that the data source has.
        try (Servers.Watched watched = servers.watch(
                endpoint(cluster.primary()),
                cluster.replicas().stream().map(WakeUpBenchmark::endpoint).toList(),
                new MonitorSettings(Duration.ofMillis(100), Duration.ofSeconds(1), 200, Duration.ofMinutes(1)))) {
            Thread hopeless = new Thread(
                    () -> ReplicaMonitor.awaitFirst(watched.replicas(), never, deadline, servers.clock()), "hopeless");
            hopeless.start();
            try {
                return measure(100, seconds);
            } finally {
                hopeless.interrupt();
                hopeless.join();
            }
        }
    }

    private static ServerEndpoint endpoint(MySqlServer server) {
        return ServerEndpoint.parse(server.jdbcUrl("shop"), "app", "app");
    }

    private WakeUps measure(int commitsPerSecond, int seconds) throws Exception {
        int commits = commitsPerSecond * seconds;
        long first = AppliedTimes.last(GtidSet.parse(cluster.primary().gtidExecuted())) + 1;
        String source = cluster.primary().serverUuid();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try (AppliedTimes zero = new AppliedTimes(cluster.replica(0), source, first, commits);
                AppliedTimes one = new AppliedTimes(cluster.replica(1), source, first, commits)) {
            clients.begin(commits, commitsPerSecond);
            List<Future<List<CommittingClients.Read>>> results = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                results.add(threads.submit(clients::commitAndRead));
            }
            List<CommittingClients.Read> reads = new ArrayList<>();
            for (Future<List<CommittingClients.Read>> each : results) {
                reads.addAll(each.get());
            }
            zero.awaitSeen(first + commits - 1);
            one.awaitSeen(first + commits - 1);
            return evaluate(reads, List.of(zero, one));
        } finally {
            threads.shutdown();
        }
    }

    private static WakeUps evaluate(List<CommittingClients.Read> reads, List<AppliedTimes> replicas) {
        Histogram result = new Histogram(3);
        for (CommittingClients.Read each : reads) {
            if (each.decision().reason() == RouteReason.PRIMARY_AFTER_WAIT) {
                result.recordValue(each.decision().waited().toNanos());
            } else if (each.decision().reason() == RouteReason.REPLICA_CAUGHT_UP) {
                AppliedTimes applied = replicas.get(each.decision().target().equals("read_ds_0") ? 0 : 1);
                // The observer may be the later of the two.
                result.recordValue(Math.max(0, each.sentNanos() - applied.of(each.commit())));
            }
        }
        return new WakeUps(result, reads.size());
    }

    /** In nanoseconds. */
    private record WakeUps(Histogram waited, int reads) {}
}
