package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.benchmarks.report.Report;
import io.github.readyourwrites.benchmarks.report.Table;
import io.github.readyourwrites.benchmarks.shop.ShopDataSource;
import io.github.readyourwrites.benchmarks.shop.StatementCount;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
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
 * How soon reads go on when many wait at once, each for a commit of its own: both appliers are stopped, the reads come,
 * the appliers start again. A read's wake-up is measured as in {@link WakeUpBenchmark}. While all of them wait, each
 * replica counts the statements that it is sent.
 *
 * <p>Not measured: the read itself. The waking of a thousand threads is in it, on the processors that there are.
 */
final class WaitersBenchmark {

    /** Nobody knows meanwhile that the appliers stand still, else no read would wait for them. */
    private static final String PATIENCE =
            "wait-timeout-milliseconds: 60000, heartbeat-interval-milliseconds: 60000, max-lag-milliseconds: 120000";

    private static final int POOL_SIZE = 50;

    private static final long COUNTED_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final MySqlCluster cluster;

    private final CommittingClients clients;

    private final ExecutorService threads = Executors.newCachedThreadPool();

    private WaitersBenchmark(MySqlCluster cluster, CommittingClients clients) {
        this.cluster = cluster;
        this.clients = clients;
    }

    public static void main(String[] args) throws Exception {
        boolean quick = args.length > 0 && args[0].equals("--quick");
        Table table = new Table(
                "waiting reads", "p50", "p90", "p99", "most", "caught up", "statements/s on a replica meanwhile");
        String mySql;
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            mySql = cluster.version();
            CommittingClients.createAccounts(cluster);
            try (ShopDataSource dataSource = ShopDataSource.readYourWrites(cluster, POOL_SIZE, PATIENCE)) {
                WaitersBenchmark benchmark = new WaitersBenchmark(cluster, new CommittingClients(cluster, dataSource));
                benchmark.measure(100, 3);
                benchmark.measure(1, quick ? 3 : 30).addTo(table, 1);
                benchmark.measure(100, quick ? 1 : 10).addTo(table, 100);
                benchmark.measure(1_000, quick ? 1 : 5).addTo(table, 1_000);
                benchmark.threads.shutdown();
            }
        }
        new Report("wake-up", "Many reads that wait", ", MySQL " + mySql)
                .table(table)
                .write();
    }

    private Waits measure(int readers, int times) throws Exception {
        Waits result = new Waits();
        for (int i = 0; i < times; i++) {
            measureOnce(readers, result);
        }
        return result;
    }

    private void measureOnce(int readers, Waits waits) throws Exception {
        cluster.awaitCaughtUp();
        long first = last() + 1;
        String source = cluster.primary().serverUuid();
        try (AppliedTimes zero = new AppliedTimes(cluster.replica(0), source, first, readers);
                AppliedTimes one = new AppliedTimes(cluster.replica(1), source, first, readers);
                StatementCount statements = new StatementCount(cluster.replica(0))) {
            cluster.replicas().forEach(MySqlServer::stopApplier);
            clients.begin(readers, Integer.MAX_VALUE);
            List<Future<CommittingClients.Read>> reads = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                int number = i;
                reads.add(threads.submit(() -> clients.commitAndReadOnce(number)));
            }
            while (last() < first + readers - 1) {
                LockSupport.parkNanos(10_000_000);
            }
            waits.count(statements);
            cluster.replicas().forEach(MySqlServer::startApplier);
            for (Future<CommittingClients.Read> each : reads) {
                CommittingClients.Read read = each.get();
                AppliedTimes applied = read.decision().target().equals("read_ds_0") ? zero : one;
                applied.awaitSeen(first + readers - 1);
                waits.add(read, applied);
            }
        }
    }

    private long last() {
        return AppliedTimes.last(GtidSet.parse(cluster.primary().gtidExecuted()));
    }

    /** Of all reads of one kind. */
    private static final class Waits {

        private final Histogram wakeUps = new Histogram(3);

        private long others;

        private long statements;

        private double seconds;

        private void count(StatementCount counter) throws SQLException {
            long before = counter.count();
            long start = System.nanoTime();
            LockSupport.parkNanos(COUNTED_NANOS);
            statements += counter.count() - before;
            seconds += (System.nanoTime() - start) / 1e9;
        }

        private void add(CommittingClients.Read read, AppliedTimes applied) {
            if (read.decision().reason() == RouteReason.REPLICA_CAUGHT_UP) {
                // The observer may be the later of the two.
                wakeUps.recordValue(Math.max(0, read.sentNanos() - applied.of(read.commit())));
            } else {
                others++;
            }
        }

        private void addTo(Table table, int readers) {
            table.row(
                    String.format(Locale.ROOT, "%,d", readers),
                    milliseconds(wakeUps.getValueAtPercentile(50)),
                    milliseconds(wakeUps.getValueAtPercentile(90)),
                    milliseconds(wakeUps.getValueAtPercentile(99)),
                    milliseconds(wakeUps.getMaxValue()),
                    wakeUps.getTotalCount() + " of " + (wakeUps.getTotalCount() + others),
                    String.format(Locale.ROOT, "%.0f", statements / seconds));
        }

        private static String milliseconds(long nanos) {
            return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
        }
    }
}
