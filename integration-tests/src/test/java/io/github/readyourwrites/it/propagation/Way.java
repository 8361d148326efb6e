package io.github.readyourwrites.it.propagation;

import io.github.readyourwrites.propagation.RywContext;
import io.github.readyourwrites.propagation.RywExecutors;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** The ways in which an application hands work to another thread: as it is, and carried by the library. */
enum Way {
    POOL {
        @Override
        String run(ExecutorService pool, boolean carried, Callable<String> task) throws Exception {
            return wrapped(pool, carried).submit(task).get();
        }
    },
    NESTED_SUBMIT {
        @Override
        String run(ExecutorService pool, boolean carried, Callable<String> task) throws Exception {
            ExecutorService wrapped = wrapped(pool, carried);
            return wrapped.submit(() -> wrapped.submit(task).get()).get();
        }
    },
    SCHEDULED {
        @Override
        String run(ExecutorService pool, boolean carried, Callable<String> task) throws Exception {
            ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1);
            try {
                return (carried ? RywExecutors.wrap(scheduled) : scheduled)
                        .schedule(task, 1, TimeUnit.MILLISECONDS)
                        .get();
            } finally {
                scheduled.shutdownNow();
            }
        }
    },
    COMPLETABLE_FUTURE {
        @Override
        String run(ExecutorService pool, boolean carried, Callable<String> task) {
            Executor wrapped = carried ? RywExecutors.wrap((Executor) pool) : pool;
            return CompletableFuture.supplyAsync(() -> "", wrapped)
                    .thenApplyAsync(ignored -> call(task), wrapped)
                    .join();
        }
    },
    STAGE_AFTER_A_FOREIGN_THREAD {
        @Override
        String run(ExecutorService pool, boolean carried, Callable<String> task) throws Exception {
            RywContext context = RywContext.capture();
            CompletableFuture<String> answer = new CompletableFuture<>();
            CompletableFuture<String> result = carried
                    ? answer.thenApply(context.function(ignored -> call(task)))
                    : answer.thenApply(ignored -> call(task));
            Thread foreign = new Thread(() -> answer.complete(""));
            foreign.start();
            return result.get();
        }
    },
    PARALLEL_STREAM {
        /** On a worker of a pool: the calling thread would take part otherwise, and it has the session. */
        @Override
        String run(ExecutorService pool, boolean carried, Callable<String> task) throws Exception {
            AtomicBoolean taken = new AtomicBoolean();
            Callable<String> given = carried ? RywContext.wrap(task) : task;
            Callable<List<String>> stream = () -> List.of(1, 2, 3, 4).parallelStream()
                    .map(ignored -> taken.compareAndSet(false, true) ? call(given) : "")
                    .filter(each -> !each.isEmpty())
                    .toList();
            return pool.submit(stream).get().get(0);
        }
    },
    THREAD_BY_HAND {
        @Override
        String run(ExecutorService pool, boolean carried, Callable<String> task) throws Exception {
            FutureTask<String> result = new FutureTask<>(carried ? RywContext.wrap(task) : task);
            new Thread(result).start();
            return result.get();
        }
    },
    VIRTUAL_THREAD {
        @Override
        String run(ExecutorService pool, boolean carried, Callable<String> task) throws Exception {
            ExecutorService virtual = (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
            try {
                return wrapped(virtual, carried).submit(task).get();
            } finally {
                virtual.shutdownNow();
            }
        }

        @Override
        boolean isThere() {
            return Runtime.version().feature() >= 21;
        }
    };

    /** Runs {@code task} this way and gives its result. */
    abstract String run(ExecutorService pool, boolean carried, Callable<String> task) throws Exception;

    boolean isThere() {
        return true;
    }

    private static ExecutorService wrapped(ExecutorService pool, boolean carried) {
        return carried ? RywExecutors.wrap(pool) : pool;
    }

    private static String call(Callable<String> task) {
        try {
            return task.call();
        } catch (Exception ex) {
            throw new IllegalStateException(ex);
        }
    }
}
