package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * How long after the replica has applied a write the read that waits for it has its row. The moment of applying is told
 * by an observer: a connection of its own to the replica that waits for the write's GTID before the write is sent. The
 * time includes the read itself and what the observer is late; a read that is faster than the observer counts as 0.
 *
 * <p>Not measured: reads that found the write applied and did not wait; commits of several clients at once.
 */
final class WakeUpBenchmark {

    private static final int WARM_UP_COMMITS = 2_000;

    private static final int SECONDS = 30;

    private static final int[] COMMITS_PER_SECOND = {10, 50, 100};

    private final ShopDataSource dataSource;

    private final Counter counter;

    private final Connection observer;

    private final ExecutorService observing;

    private WakeUpBenchmark(
            ShopDataSource dataSource, Counter counter, Connection observer, ExecutorService observing) {
        this.dataSource = dataSource;
        this.counter = counter;
        this.observer = observer;
        this.observing = observing;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService observing = Executors.newSingleThreadExecutor();
        try (MySqlCluster cluster = MySqlCluster.start(1)) {
            Counter counter = Counter.create(cluster);
            try (ShopDataSource dataSource = ShopDataSource.readYourWrites(cluster);
                    Connection observer = cluster.replica(0).connect()) {
                WakeUpBenchmark benchmark = new WakeUpBenchmark(dataSource, counter, observer, observing);
                benchmark.measure(WARM_UP_COMMITS, 0);
                for (int each : COMMITS_PER_SECOND) {
                    benchmark.print(each, benchmark.measure(SECONDS * each, TimeUnit.SECONDS.toNanos(1) / each));
                }
            }
        } finally {
            observing.shutdownNow();
        }
    }

    private void print(int commitsPerSecond, Histogram waited) {
        System.out.printf(
                Locale.ROOT,
                "%3d commits/s: p50 %.2f ms, p90 %.2f ms, p99 %.2f ms, most %.2f ms; %d of %d reads waited%n",
                commitsPerSecond,
                milliseconds(waited.getValueAtPercentile(50)),
                milliseconds(waited.getValueAtPercentile(90)),
                milliseconds(waited.getValueAtPercentile(99)),
                milliseconds(waited.getMaxValue()),
                waited.getTotalCount(),
                SECONDS * commitsPerSecond);
    }

    private static double milliseconds(long nanos) {
        return nanos / 1e6;
    }

    /** In nanoseconds. */
    private Histogram measure(int commits, long nanosBetween) throws Exception {
        Histogram result = new Histogram(3);
        long next = System.nanoTime();
        for (int i = 0; i < commits; i++) {
            LockSupport.parkNanos(next - System.nanoTime());
            next = Math.max(next, System.nanoTime() - nanosBetween) + nanosBetween;
            String gtid = counter.nextGtid();
            Future<Long> applied = observing.submit(() -> {
                Counter.awaitExecuted(observer, gtid);
                return System.nanoTime();
            });
            try (RywSession ignored = RywSession.open()) {
                counter.write(dataSource);
                boolean fresh = counter.isFresh(dataSource);
                long read = System.nanoTime();
                if (!fresh) {
                    throw new IllegalStateException("a stale read");
                }
                RouteReason reason = RywSession.lastDecision().orElseThrow().reason();
                long late = read - applied.get();
                if (reason == RouteReason.REPLICA_CAUGHT_UP) {
                    result.recordValue(Math.max(0, late));
                }
            }
        }
        return result;
    }
}
