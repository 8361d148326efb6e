package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.benchmarks.shop.ShopDataSource;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.shardingsphere.infra.hint.HintManager;

/**
 * How long a read takes that follows a write on the same thread: with the plugin, beside what a user would write himself
 * ({@code WAIT_FOR_EXECUTED_GTID_SET} and then the read, on one connection to the replica), and beside a read that takes
 * whatever the replica has. All of them through ShardingSphere and its pools, in turns, in one run.
 *
 * <p>Not measured: the write; several threads at once; a replica that is behind by more than it takes to apply one row.
 */
final class ReadAfterWriteBenchmark {

    private static final int ROUNDS = 7;

    private static final int READS_PER_ROUND = 400;

    private static final int WARM_UP_READS = 1_500;

    private static final long PAUSE_NANOS = 2_000_000;

    private final ShopDataSource ours;

    private final ShopDataSource stock;

    private final Counter counter;

    private ReadAfterWriteBenchmark(ShopDataSource ours, ShopDataSource stock, Counter counter) {
        this.ours = ours;
        this.stock = stock;
        this.counter = counter;
    }

    public static void main(String[] args) throws Exception {
        try (MySqlCluster cluster = MySqlCluster.start(1)) {
            Counter counter = Counter.create(cluster);
            try (ShopDataSource ours = ShopDataSource.readYourWrites(cluster);
                    ShopDataSource stock = ShopDataSource.roundRobin(cluster)) {
                new ReadAfterWriteBenchmark(ours, stock, counter).run();
            }
        }
    }

    private void run() throws SQLException {
        measure(WARM_UP_READS);
        List<Double> atOnce = new ArrayList<>();
        List<Double> later = new ArrayList<>();
        System.out.printf("%-8s", "round");
        for (Way each : Way.values()) {
            System.out.printf("%22s", each);
        }
        System.out.println("   (p50 in microseconds)");
        for (int i = 1; i <= ROUNDS; i++) {
            List<Histogram> results = measure(READS_PER_ROUND);
            System.out.printf("%-8d", i);
            results.forEach(each -> System.out.printf("%22d", each.getValueAtPercentile(50) / 1_000));
            System.out.println();
            atOnce.add(ratio(results, Way.PLUGIN, Way.WAIT_ON_CONNECTION));
            later.add(ratio(results, Way.PLUGIN_2_MS_LATER, Way.PLAIN_2_MS_LATER));
        }
        print("right after the write: plugin / WAIT_FOR_EXECUTED_GTID_SET on the reading connection", atOnce);
        print("2 ms after the write: plugin / plain read", later);
    }

    private static double ratio(List<Histogram> results, Way measured, Way compared) {
        return (double) results.get(measured.ordinal()).getValueAtPercentile(50)
                / results.get(compared.ordinal()).getValueAtPercentile(50);
    }

    private static void print(String what, List<Double> ratios) {
        Collections.sort(ratios);
        System.out.printf(
                Locale.ROOT,
                "%s: %.2f (median of %d rounds; %.2f to %.2f)%n",
                what,
                ratios.get(ratios.size() / 2),
                ratios.size(),
                ratios.get(0),
                ratios.get(ratios.size() - 1));
    }

    /** By {@link Way}, in nanoseconds. */
    private List<Histogram> measure(int reads) throws SQLException {
        List<Histogram> result = new ArrayList<>();
        for (int i = 0; i < Way.values().length; i++) {
            result.add(new Histogram(3));
        }
        for (int i = 0; i < reads; i++) {
            for (Way each : Way.values()) {
                result.get(each.ordinal()).recordValue(measure(each));
            }
        }
        return result;
    }

    private long measure(Way way) throws SQLException {
        return switch (way) {
            case PLUGIN -> plugin(0);
            case WAIT_ON_CONNECTION -> waitOnConnection();
            case PLUGIN_2_MS_LATER -> plugin(PAUSE_NANOS);
            case PLAIN_2_MS_LATER -> plain();
        };
    }

    private long plugin(long pauseNanos) throws SQLException {
        try (RywSession ignored = RywSession.open()) {
            counter.write(ours);
            LockSupport.parkNanos(pauseNanos);
            long start = System.nanoTime();
            boolean fresh = counter.isFresh(ours);
            long result = System.nanoTime() - start;
            requireFresh(fresh);
            return result;
        }
    }

    private long waitOnConnection() throws SQLException {
        String gtid = counter.write(stock);
        try (HintManager hint = HintManager.getInstance()) {
            hint.setDataSourceName("read_ds_0");
            long start = System.nanoTime();
            boolean fresh;
            try (Connection connection = stock.connect()) {
                Counter.awaitExecuted(connection, gtid);
                fresh = counter.isFresh(connection);
            }
            long result = System.nanoTime() - start;
            requireFresh(fresh);
            return result;
        }
    }

    private static void requireFresh(boolean fresh) {
        if (!fresh) {
            throw new IllegalStateException("a stale read");
        }
    }

    private long plain() throws SQLException {
        counter.write(stock);
        LockSupport.parkNanos(PAUSE_NANOS);
        long start = System.nanoTime();
        // May be stale: nobody asks.
        counter.isFresh(stock);
        return System.nanoTime() - start;
    }

    /** Of reading after a write. */
    private enum Way {
        PLUGIN,
        WAIT_ON_CONNECTION,
        PLUGIN_2_MS_LATER,
        PLAIN_2_MS_LATER
    }
}
