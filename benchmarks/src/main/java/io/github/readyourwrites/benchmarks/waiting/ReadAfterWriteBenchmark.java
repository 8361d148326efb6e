package io.github.readyourwrites.benchmarks.waiting;

import com.zaxxer.hikari.HikariDataSource;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How long a read takes that follows a write of its session, from before the connection is asked for to after it is
 * given back. One thread; each kind once in every turn, so that all of them meet the same machine.
 *
 * <ul>
 *   <li>Right after the write, against {@code WAIT_FOR_EXECUTED_GTID_SET} on the reading connection and then the read:
 *       through ShardingSphere, and straight on a replica's pool. Those two write through ShardingSphere without the
 *       plugin, so that no watch works beside them.
 *   <li>Two milliseconds after the write, against a read of ShardingSphere's ROUND_ROBIN at the same time after a write of
 *       the same kind.
 * </ul>
 */
public final class ReadAfterWriteBenchmark {

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private static final int ACCOUNT = 1;

    private final Latencies waiting = new Latencies("right after a write: READ_YOUR_WRITES");

    private final Latencies hinted = new Latencies("  WAIT_FOR on the reading connection, ShardingSphere");

    private final Latencies straight = new Latencies("  WAIT_FOR on the reading connection, bare pool");

    private final Latencies later = new Latencies("2 ms after a write: READ_YOUR_WRITES");

    private final Latencies plain = new Latencies("  plain read, ROUND_ROBIN");

    private final Map<RouteReason, Integer> reasons = new EnumMap<>(RouteReason.class);

    private final List<HikariDataSource> pools;

    private final Shop readYourWrites;

    private final Shop roundRobin;

    private final String source;

    /** Of the primary's commits; nobody else writes there. */
    private long commits;

    private int value;

    private ReadAfterWriteBenchmark(
            MySqlCluster cluster, Shop readYourWrites, Shop roundRobin, List<HikariDataSource> pools) {
        this.readYourWrites = readYourWrites;
        this.roundRobin = roundRobin;
        this.pools = pools;
        source = cluster.primary().serverUuid() + ":";
        String executed = cluster.primary().gtidExecuted();
        commits = Long.parseLong(executed.substring(Math.max(executed.lastIndexOf(':'), executed.lastIndexOf('-')) + 1));
    }

    /**
     * Runs it.
     *
     * @param args rounds (default 10), and turns per round (default 500)
     */
    public static void main(String[] args) throws SQLException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 10;
        int turns = args.length > 1 ? Integer.parseInt(args[1]) : 500;
        try (MySqlCluster cluster = MySqlCluster.start(2)) {
            Shop.createAccounts(cluster, 100);
            try (Shop readYourWrites = Shop.readYourWrites(cluster);
                    Shop roundRobin = Shop.roundRobin(cluster);
                    HikariDataSource first = ReadingConnections.pool(cluster.replica(0));
                    HikariDataSource second = ReadingConnections.pool(cluster.replica(1))) {
                // The first run is for the compilers of this JVM and the caches of the servers.
                new ReadAfterWriteBenchmark(cluster, readYourWrites, roundRobin, List.of(first, second)).run(2, turns);
                ReadAfterWriteBenchmark benchmark = new ReadAfterWriteBenchmark(
                        cluster, readYourWrites, roundRobin, List.of(first, second));
                benchmark.run(rounds, turns);
                benchmark.print();
            }
        }
    }

    private void run(int rounds, int turns) throws SQLException {
        List<Latencies> all = List.of(waiting, hinted, straight, later, plain);
        for (int i = 0; i < rounds; i++) {
            all.forEach(Latencies::beginRound);
            for (int j = 0; j < turns; j++) {
                for (int k = 0; k < all.size(); k++) {
                    turn((j + k) % all.size(), j % 2);
                }
            }
        }
    }

    private void turn(int kind, int replica) throws SQLException {
        value++;
        switch (kind) {
            case 0 -> readOwnWrite(0, waiting);
            case 1 -> {
                String position = writeUnwatched();
                long start = System.nanoTime();
                check(ReadingConnections.read(roundRobin, "read_ds_" + replica, position, ACCOUNT));
                hinted.recordSince(start);
            }
            case 2 -> {
                String position = writeUnwatched();
                long start = System.nanoTime();
                check(ReadingConnections.read(pools.get(replica), position, ACCOUNT));
                straight.recordSince(start);
            }
            case 3 -> readOwnWrite(PAUSE_NANOS, later);
            default -> {
                readYourWrites.write(ACCOUNT, value);
                commits++;
                pause(PAUSE_NANOS);
                long start = System.nanoTime();
                roundRobin.read(ACCOUNT);
                plain.recordSince(start);
            }
        }
    }

    private void readOwnWrite(long pauseNanos, Latencies latencies) throws SQLException {
        try (RywSession ignored = RywSession.open()) {
            readYourWrites.write(ACCOUNT, value);
            commits++;
            pause(pauseNanos);
            long start = System.nanoTime();
            check(readYourWrites.read(ACCOUNT));
            latencies.recordSince(start);
            if (pauseNanos == 0) {
                reasons.merge(RywSession.lastDecision().orElseThrow().reason(), 1, Integer::sum);
            }
        }
    }

    private String writeUnwatched() throws SQLException {
        roundRobin.write(ACCOUNT, value);
        return source + ++commits;
    }

    private static void pause(long nanos) {
        long start = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
            LockSupport.parkNanos(left);
        }
    }

    private void check(int seen) {
        if (seen != value) {
            throw new IllegalStateException("stale: read " + seen + " after writing " + value);
        }
    }

    private void print() {
        System.out.println(Latencies.header());
        List.of(waiting, hinted, straight, later, plain).forEach(System.out::println);
        System.out.println("right after a write, how the reads went: " + reasons);
        System.out.printf("p50 against WAIT_FOR through ShardingSphere: %.2f%n", waiting.ratioTo(hinted));
        System.out.printf("p50 against WAIT_FOR on a bare pool:         %.2f%n", waiting.ratioTo(straight));
        System.out.printf("p50 against a plain read, after 2 ms:        %.2f%n", later.ratioTo(plain));
    }
}
