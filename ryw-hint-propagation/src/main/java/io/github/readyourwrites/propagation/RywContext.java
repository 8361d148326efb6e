package io.github.readyourwrites.propagation;

import com.alibaba.ttl.TransmittableThreadLocal.Transmitter;
import io.github.readyourwrites.session.SessionRegistry;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The session and ShardingSphere's hints of a thread at one moment, to be given to tasks on other threads.
 *
 * <pre>{@code
 * RywContext context = RywContext.capture();
 * future.thenApply(context.function(row -> load(row))).thenAccept(context.consumer(this::show));
 * rows.parallelStream().map(context.function(this::load)).toList();
 * new Thread(context.runnable(this::work)).start();
 * }</pre>
 *
 * <p>For tasks that no {@link RywExecutors wrapped executor} runs, and for callbacks that run wherever a future happens to
 * complete. The same holds as there: a task may outlive the session's scope, and its thread has afterwards what it had
 * before. The static {@code wrap} methods capture when they are called; a lambda without a type is ambiguous to them, so
 * it is better given to the method of {@code capture()}'s result that is named after what it is to be.
 *
 * <p>Immutable and thread-safe; it may be used any number of times, by several threads at once. Nothing here blocks.
 */
@SuppressWarnings("overloads")
public final class RywContext {

    static {
        SessionRegistry.carryWithTasks();
    }

    private final Object captured;

    private RywContext(Object captured) {
        this.captured = captured;
    }

    /** What the calling thread has now. */
    public static RywContext capture() {
        return new RywContext(Transmitter.capture());
    }

    /**
     * Gives the calling thread what was captured, until the returned scope is closed; to be closed by the same thread,
     * in a try-with-resources statement.
     */
    public Scope restore() {
        return new Scope(Transmitter.replay(captured));
    }

    public Runnable runnable(Runnable task) {
        Objects.requireNonNull(task, "task");
        return () -> {
            try (Scope ignored = restore()) {
                task.run();
            }
        };
    }

    public <V extends @Nullable Object> Callable<V> callable(Callable<V> task) {
        Objects.requireNonNull(task, "task");
        return () -> {
            try (Scope ignored = restore()) {
                return task.call();
            }
        };
    }

    public <T extends @Nullable Object> Supplier<T> supplier(Supplier<T> task) {
        Objects.requireNonNull(task, "task");
        return () -> {
            try (Scope ignored = restore()) {
                return task.get();
            }
        };
    }

    public <T extends @Nullable Object, R extends @Nullable Object> Function<T, R> function(Function<T, R> task) {
        Objects.requireNonNull(task, "task");
        return argument -> {
            try (Scope ignored = restore()) {
                return task.apply(argument);
            }
        };
    }

    public <T extends @Nullable Object, U extends @Nullable Object, R extends @Nullable Object>
            BiFunction<T, U, R> biFunction(BiFunction<T, U, R> task) {
        Objects.requireNonNull(task, "task");
        return (first, second) -> {
            try (Scope ignored = restore()) {
                return task.apply(first, second);
            }
        };
    }

    public <T extends @Nullable Object> Consumer<T> consumer(Consumer<T> task) {
        Objects.requireNonNull(task, "task");
        return argument -> {
            try (Scope ignored = restore()) {
                task.accept(argument);
            }
        };
    }

    public <T extends @Nullable Object, U extends @Nullable Object> BiConsumer<T, U> biConsumer(BiConsumer<T, U> task) {
        Objects.requireNonNull(task, "task");
        return (first, second) -> {
            try (Scope ignored = restore()) {
                task.accept(first, second);
            }
        };
    }

    /** {@code task} with what the calling thread has now. */
    public static Runnable wrap(Runnable task) {
        return capture().runnable(task);
    }

    /** {@code task} with what the calling thread has now. */
    public static <V extends @Nullable Object> Callable<V> wrap(Callable<V> task) {
        return capture().callable(task);
    }

    /** {@code task} with what the calling thread has now. */
    public static <T extends @Nullable Object> Supplier<T> wrap(Supplier<T> task) {
        return capture().supplier(task);
    }

    /** {@code task} with what the calling thread has now. */
    public static <T extends @Nullable Object, R extends @Nullable Object> Function<T, R> wrap(Function<T, R> task) {
        return capture().function(task);
    }

    /** {@code task} with what the calling thread has now. */
    public static <T extends @Nullable Object, U extends @Nullable Object, R extends @Nullable Object>
            BiFunction<T, U, R> wrap(BiFunction<T, U, R> task) {
        return capture().biFunction(task);
    }

    /** {@code task} with what the calling thread has now. */
    public static <T extends @Nullable Object> Consumer<T> wrap(Consumer<T> task) {
        return capture().consumer(task);
    }

    /** {@code task} with what the calling thread has now. */
    public static <T extends @Nullable Object, U extends @Nullable Object> BiConsumer<T, U> wrap(
            BiConsumer<T, U> task) {
        return capture().biConsumer(task);
    }

    /** What was captured is in force while this is open. Confined to the thread that opened it. */
    public static final class Scope implements AutoCloseable {

        private final Thread opener = Thread.currentThread();

        private @Nullable Object backup;

        private Scope(Object backup) {
            this.backup = backup;
        }

        /**
         * Brings back what the thread had before. Idempotent.
         *
         * @throws IllegalStateException on another thread than the one that opened it, which is left as it is
         */
        @Override
        public void close() {
            if (Thread.currentThread() != opener) {
                throw new IllegalStateException("opened by thread " + opener.getName() + ", to be closed there, not by "
                        + Thread.currentThread().getName());
            }
            if (backup != null) {
                Transmitter.restore(backup);
                backup = null;
            }
        }
    }
}
