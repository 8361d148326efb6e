package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.MonitorSettings;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.session.SessionlessScope;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * How soon a waiting read goes on once a replica has applied what it waits for. Clients commit at a fixed rate, each in
 * a session of its own, and read at once. A read counts if it waited; its wake-up is the time from the replica's
 * applying, as {@link AppliedTimes} saw it on the replica that served the read, to the sending of the read there.
 */
public final class WakeUpBenchmark {

    private static final int CLIENTS = 8;

    private static final int ACCOUNTS = 1000;

    private static final Duration WARM_UP = Duration.ofSeconds(10);

    private static final Duration STALL = Duration.ofMillis(100);

    private final MySqlCluster cluster;

    private final Shop shop;

    private final Primary primary;

    private final String source;

    private WakeUpBenchmark(MySqlCluster cluster, Shop shop) {
        this.cluster = cluster;
        this.shop = shop;
        primary = SessionRegistry.servers()
                .primary(new ServerAddress(
                        cluster.primary().host(), cluster.primary().port()));
        source = cluster.primary().serverUuid();
    }

    /**
     * Runs it.
     *
     * @param args seconds per line (default 30)
     */
    public static void main(String[] args) throws SQLException, InterruptedException, ExecutionException {
        Duration time = Duration.ofSeconds(args.length > 0 ? Integer.parseInt(args[0]) : 30);
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            Shop.createAccounts(cluster, ACCOUNTS);
            try (Shop shop = Shop.readYourWrites(cluster)) {
                WakeUpBenchmark benchmark = new WakeUpBenchmark(cluster, shop);
                // For the compilers of this JVM and the caches of the servers.
                benchmark.run("", 100, WARM_UP);
                System.out.println(Latencies.header() + "   waited");
                for (int rate : new int[] {10, 50, 100}) {
                    System.out.println(benchmark.run(rate + " commits/s", rate, time));
                }
                System.out.println(benchmark.runBesideStalls("100 commits/s, appliers stop for 100 ms now and then", time));
                System.out.println(benchmark.runBesideHopelessRead("100 commits/s, the oldest read waits in vain", time));
            }
        }
    }

    private String runBesideStalls(String name, Duration time)
            throws SQLException, InterruptedException, ExecutionException {
        Thread staller = new Thread(this::stall, "staller");
        staller.start();
        try {
            return run(name, 100, time);
        } finally {
            staller.interrupt();
            staller.join();
            cluster.replicas().forEach(MySqlServer::startApplier);
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

    /** A read whose position never comes, so that the watches are blocked for it all the time. */
    private String runBesideHopelessRead(String name, Duration time)
            throws SQLException, InterruptedException, ExecutionException {
        GtidSet never = GtidSet.parse("99999999-9999-9999-9999-999999999999:1");
        Servers servers = SessionRegistry.servers();
        MonitorSettings settings =
                new MonitorSettings(Duration.ofMillis(100), Duration.ofSeconds(1), 200, Duration.ofMinutes(1));
        try (Servers.Watched watched = servers.watch(
                endpoint(cluster.primary()), cluster.replicas().stream().map(WakeUpBenchmark::endpoint).toList(), settings)) {
            Thread hopeless = new Thread(
                    () -> ReplicaMonitor.awaitFirst(
                            watched.replicas(), never, servers.clock().getAsLong() + TimeUnit.HOURS.toNanos(1), servers.clock()),
                    "hopeless");
            hopeless.start();
            try {
                return run(name, 100, time);
            } finally {
                hopeless.interrupt();
                hopeless.join();
            }
        }
    }

    private static ServerEndpoint endpoint(MySqlServer server) {
        return ServerEndpoint.parse(server.jdbcUrl("shop"), "app", "app");
    }

    private String run(String name, int commitsPerSecond, Duration time)
            throws SQLException, InterruptedException, ExecutionException {
        int commits = Math.toIntExact(commitsPerSecond * time.toSeconds());
        long first = AppliedTimes.last(GtidSet.parse(cluster.primary().gtidExecuted())) + 1;
        List<Sample> samples = new ArrayList<>();
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        try (AppliedTimes zero = new AppliedTimes(cluster.replica(0), source, first, commits);
                AppliedTimes one = new AppliedTimes(cluster.replica(1), source, first, commits)) {
            AtomicInteger next = new AtomicInteger();
            long start = System.nanoTime();
            List<Future<List<Sample>>> results = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                results.add(clients.submit(() -> commitAndRead(next, commits, start, commitsPerSecond)));
            }
            for (Future<List<Sample>> each : results) {
                samples.addAll(each.get());
            }
            cluster.awaitCaughtUp();
            return evaluate(name, samples, List.of(zero, one));
        } finally {
            clients.shutdown();
        }
    }

    private List<Sample> commitAndRead(AtomicInteger next, int commits, long start, int commitsPerSecond)
            throws SQLException {
        List<Sample> result = new ArrayList<>();
        for (int i = next.getAndIncrement(); i < commits; i = next.getAndIncrement()) {
            long due = start + TimeUnit.SECONDS.toNanos(i) / commitsPerSecond;
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            try (RywSession ignored = RywSession.open()) {
                shop.write(i % ACCOUNTS, i + 1);
                int seen = shop.read(i % ACCOUNTS);
                if (seen < i + 1) {
                    throw new IllegalStateException("stale: read " + seen + " after writing " + (i + 1));
                }
                result.add(new Sample(ownCommit(), RywSession.lastDecision().orElseThrow(), ReleaseClock.last()));
            }
        }
        return result;
    }

    private long ownCommit() {
        List<Floor> floors = new ArrayList<>();
        ReadView.current().addFloors(ConsistencyLevel.SESSION, primary, false, SessionlessScope.NONE, floors);
        return AppliedTimes.last(floors.get(0).position());
    }

    private static String evaluate(String name, List<Sample> samples, List<AppliedTimes> replicas) {
        Latencies wakeUps = new Latencies(name);
        wakeUps.beginRound();
        for (Sample each : samples) {
            if (each.decision().reason() == RouteReason.REPLICA_CAUGHT_UP) {
                AppliedTimes applied = replicas.get(each.decision().target().equals("read_ds_0") ? 0 : 1);
                wakeUps.record(each.sentNanos() - applied.of(each.commit()));
            }
        }
        return wakeUps + " %7.0f %%".formatted(100.0 * wakeUps.count() / Math.max(1, samples.size()));
    }

    /**
     * One read.
     *
     * @param commit the number of the commit that it had to see
     * @param sentNanos when it was sent to where it was routed
     */
    private record Sample(long commit, RouteDecision decision, long sentNanos) {}
}
