package io.github.readyourwrites.benchmarks.endtoend;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Threads that use the shop, in one of two ways. One slice at a time. */
final class Load implements AutoCloseable {

    /** How many visits go on at a time in the open model. */
    private static final int PARALLEL_VISITS = 8;

    private final Shop shop;

    private final int threads;

    private final ExecutorService executor;

    private final AtomicLong nextVisit = new AtomicLong();

    Load(Shop shop, int threads) {
        this.shop = shop;
        this.threads = threads;
        executor = Executors.newFixedThreadPool(threads);
    }

    /**
     * A closed loop: every thread makes one visit after the other, without a pause, for this long. What ends later only
     * counts as an operation.
     */
    Tally closed(Strategy strategy, Workload workload, long nanos) throws InterruptedException {
        long end = System.nanoTime() + nanos;
        return onEveryThread(() -> {
            Tally result = new Tally();
            while (System.nanoTime() < end) {
                long visit = nextVisit.getAndIncrement();
                for (int i = 0; i < Workload.OPERATIONS && System.nanoTime() < end; i++) {
                    operate(strategy, workload, visit, i, System.nanoTime(), end, result);
                }
            }
            return result;
        });
    }

    /**
     * An open model: operations are due at a fixed rate, whatever became of those before, and last from when they were
     * due. So none is left out because the threads were still busy with a slow one.
     */
    Tally open(Strategy strategy, Workload workload, long nanos, int operationsPerSecond) throws InterruptedException {
        long count = operationsPerSecond * nanos / TimeUnit.SECONDS.toNanos(1);
        long firstVisit = nextVisit.getAndAdd(count);
        long start = System.nanoTime();
        AtomicLong next = new AtomicLong();
        return onEveryThread(() -> {
            Tally result = new Tally();
            for (long i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                long due = start + TimeUnit.SECONDS.toNanos(i) / operationsPerSecond;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                long turn = i / PARALLEL_VISITS;
                long visit = firstVisit + turn / Workload.OPERATIONS * PARALLEL_VISITS + i % PARALLEL_VISITS;
                operate(strategy, workload, visit, (int) (turn % Workload.OPERATIONS), due, Long.MAX_VALUE, result);
            }
            return result;
        });
    }

    private void operate(
            Strategy strategy, Workload workload, long visit, int operation, long start, long end, Tally tally) {
        User user = workload.user(visit);
        try {
            if (Workload.isWrite(visit, operation)) {
                strategy.write(shop, user);
                user.wrote();
                long now = System.nanoTime();
                if (now > end) {
                    tally.late();
                } else {
                    tally.write(now - start);
                }
            } else {
                int acknowledged = user.acknowledged();
                Shop.Answer answer = strategy.read(shop, user);
                long now = System.nanoTime();
                if (now > end) {
                    tally.late();
                } else {
                    tally.read(now - start, answer.version() < acknowledged, answer.fromPrimary());
                }
            }
        } catch (SQLException ex) {
            tally.failed();
        }
    }

    private Tally onEveryThread(Callable<Tally> work) throws InterruptedException {
        List<Callable<Tally>> all = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            all.add(work);
        }
        Tally result = new Tally();
        for (Future<Tally> each : executor.invokeAll(all)) {
            try {
                result.add(each.get());
            } catch (ExecutionException ex) {
                throw new IllegalStateException(ex.getCause());
            }
        }
        return result;
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
