package io.github.readyourwrites.examples;

import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Serves many customers with a few threads, as a web server does: whoever is due is served by the next free thread.
 * From the constructor until {@link #close()}, or until the first failure.
 */
final class Crowd implements AutoCloseable {

    private final DelayQueue<Turn> turns = new DelayQueue<>();

    private final ExecutorService threads;

    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

    private volatile boolean closed;

    @SuppressWarnings("FutureReturnValueIgnored") // A failure is kept and thrown by check().
    Crowd(List<Customer> customers, int threadCount) {
        customers.forEach(each -> turns.add(Turn.after(each.firstPauseMilliseconds(), each)));
        threads = Executors.newFixedThreadPool(threadCount);
        for (int i = 0; i < threadCount; i++) {
            threads.submit(this::serve);
        }
    }

    /** Throws what has failed, if anything has. */
    void check() throws Exception {
        Exception ex = failure.get();
        if (ex != null) {
            throw ex;
        }
    }

    /** Lets the requests that are being served end, and waits for them. */
    @Override
    public void close() {
        closed = true;
        threads.shutdown();
        try {
            if (!threads.awaitTermination(30, TimeUnit.SECONDS)) {
                throw new IllegalStateException("Requests do not end");
            }
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve() {
        try {
            while (!closed) {
                Turn turn = turns.poll(100, TimeUnit.MILLISECONDS);
                if (turn != null) {
                    turns.add(Turn.after(turn.customer.visit(), turn.customer));
                }
            }
        } catch (SQLException | RuntimeException ex) {
            failure.compareAndSet(null, ex);
            closed = true;
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }

    /** When a customer is due. */
    private record Turn(long nanos, Customer customer) implements Delayed {

        static Turn after(long milliseconds, Customer customer) {
            return new Turn(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(milliseconds), customer);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.signum(nanos - ((Turn) other).nanos);
        }
    }
}
