package io.github.readyourwrites.testcluster;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Does the same with several things at once. */
final class InParallel {

    private InParallel() {}

    /** Blocks until all are done, and only then throws the first failure, with the others attached to it. */
    static <T> void run(List<T> things, Consumer<T> action) {
        ExecutorService executor = Executors.newFixedThreadPool(Math.max(1, things.size()));
        try {
            List<Future<?>> futures = new ArrayList<>();
            things.forEach(each -> futures.add(executor.submit(() -> action.accept(each))));
            RuntimeException failure = null;
            for (Future<?> each : futures) {
                failure = await(each, failure);
            }
            if (failure != null) {
                throw failure;
            }
        } finally {
            executor.shutdown();
        }
    }

    private static @Nullable RuntimeException await(Future<?> future, @Nullable RuntimeException earlier) {
        RuntimeException failure;
        try {
            future.get();
            return earlier;
        } catch (ExecutionException ex) {
            Throwable cause = ex.getCause();
            failure = cause instanceof RuntimeException runtime
                    ? runtime
                    : new MySqlClusterException("A server could not be handled", cause);
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
            failure = new MySqlClusterException("Interrupted while waiting for servers", ex);
        }
        if (earlier == null) {
            return failure;
        }
        earlier.addSuppressed(failure);
        return earlier;
    }
}
