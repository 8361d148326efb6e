package io.github.readyourwrites.examples;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Asks every server ten times a second what it has executed, on a thread and on connections of its own, from the
 * constructor until {@link #close()} or until a question fails. It writes nothing.
 */
final class PositionSampler implements AutoCloseable {

    static final Duration INTERVAL = Duration.ofMillis(100);

    private final List<MySqlServer> replicas;

    private final MySqlServer primary;

    private final Queue<PositionSample> samples = new ConcurrentLinkedQueue<>();

    private final CountDownLatch end = new CountDownLatch(1);

    private final Thread thread = new Thread(this::sample, "demo-positions");

    private volatile @Nullable SQLException failure;

    PositionSampler(MySqlCluster cluster) {
        primary = cluster.primary();
        replicas = cluster.replicas();
        thread.setDaemon(true);
        thread.start();
    }

    /** Throws what has failed, if anything has. */
    void check() throws SQLException {
        SQLException ex = failure;
        if (ex != null) {
            throw new SQLException("Cannot sample positions", ex);
        }
    }

    List<PositionSample> samples() {
        return List.copyOf(samples);
    }

    /** Ends after the question that is being asked. */
    @Override
    public void close() {
        end.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(10));
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void sample() {
        List<Connection> connections = new ArrayList<>();
        try {
            for (MySqlServer each : replicas) {
                connections.add(each.connect("app", "app"));
            }
            connections.add(primary.connect("app", "app"));
            do {
                samples.add(ask(connections));
            } while (!end.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS));
        } catch (SQLException ex) {
            failure = ex;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        } finally {
            connections.forEach(PositionSampler::close);
        }
    }

    private static PositionSample ask(List<Connection> connections) throws SQLException {
        long askedNanos = System.nanoTime();
        List<Long> result = new ArrayList<>();
        for (Connection each : connections) {
            result.add(executed(each));
        }
        int last = result.size() - 1;
        return new PositionSample(askedNanos, System.nanoTime(), result.get(last), result.subList(0, last));
    }

    private static long executed(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@GLOBAL.gtid_executed")) {
            if (!row.next()) {
                throw new SQLException("No row for gtid_executed");
            }
            return GtidSet.parse(row.getString(1)).count();
        }
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException ignored) {
            // It is not used any more.
        }
    }
}
