package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * When one replica has applied each commit of the primary, as an independent client sees it: one that is always blocked
 * in the replica, waiting for the next commit. So it never comes late to one, but for the round trip between two that
 * are applied together; those get the time of the first.
 */
final class AppliedTimes implements AutoCloseable {

    private static final String WAIT_NEXT = "SELECT WAIT_FOR_EXECUTED_GTID_SET(?, 60), @@GLOBAL.gtid_executed";

    private final AtomicLongArray times;

    private final String source;

    private final Connection connection;

    private final Thread thread = new Thread(this::observe, "applied-times");

    private long next;

    private volatile boolean closed;

    /** Observes commits number {@code first} to {@code first + capacity} of {@code source} from now on. */
    AppliedTimes(MySqlServer replica, String source, long first, int capacity) throws SQLException {
        this.source = source;
        next = first;
        times = new AtomicLongArray(Math.toIntExact(first) + capacity);
        connection = replica.connect("app", "app");
        thread.setDaemon(true);
        thread.start();
    }

    /** When the commit was applied, on {@link System#nanoTime}; 0 if it was not seen yet. */
    long of(long commit) {
        return times.get(Math.toIntExact(commit));
    }

    /** Blocks until the commit was seen. */
    void awaitSeen(long commit) {
        while (of(commit) == 0) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void observe() {
        try (PreparedStatement statement = connection.prepareStatement(WAIT_NEXT)) {
            while (!closed && next < times.length()) {
                statement.setString(1, source + ":" + next);
                try (ResultSet answer = statement.executeQuery()) {
                    long now = System.nanoTime();
                    answer.next();
                    if (answer.getInt(1) == 0) {
                        long last = Math.max(next, last(GtidSet.parse(answer.getString(2))));
                        while (next <= last && next < times.length()) {
                            times.set(Math.toIntExact(next++), now);
                        }
                    }
                }
            }
        } catch (SQLException ex) {
            if (!closed) {
                throw new IllegalStateException(ex);
            }
        }
    }

    /** The number of the last commit in a position with one source. */
    static long last(GtidSet position) {
        long[] result = new long[1];
        position.forEachInterval((source, tag, first, last) -> result[0] = Math.max(result[0], last));
        return result[0];
    }

    @Override
    public void close() throws SQLException {
        closed = true;
        connection.abort(Runnable::run);
    }
}
