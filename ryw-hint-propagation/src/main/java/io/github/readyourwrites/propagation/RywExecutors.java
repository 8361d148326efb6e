package io.github.readyourwrites.propagation;

import com.alibaba.ttl.threadpool.TtlExecutors;
import io.github.readyourwrites.session.SessionRegistry;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;

/**
 * Executors whose tasks have the session and ShardingSphere's hints of the thread that handed them over.
 *
 * <pre>{@code
 * ExecutorService pool = RywExecutors.wrap(Executors.newFixedThreadPool(8));
 * }</pre>
 *
 * <p>What counts is the moment of {@code execute}, {@code submit} or {@code schedule}; a periodic task keeps what it was
 * given at first. A task may outlive the session's scope: it still reads and writes for that session. When it ends, also
 * by an exception, its thread has again what it had before, whatever the task set and left behind; so has the caller where
 * a task runs on the caller's thread. {@link io.github.readyourwrites.session.RywSession#lastDecision()} is each task's
 * own. Wrapping an executor twice is the same as once. All values in TransmittableThreadLocals are carried, not only ours.
 *
 * <p>A {@code HintManager} is carried as it is, not copied: whoever changes it afterwards changes it for the task.
 *
 * <p>Where the agent of TransmittableThreadLocal is loaded it does the same for the JDK's executors, and they are returned
 * as they are.
 */
public final class RywExecutors {

    static {
        SessionRegistry.carryWithTasks();
    }

    private RywExecutors() {}

    /** Carries to the tasks of {@code executor}; nothing else about it changes. */
    public static Executor wrap(Executor executor) {
        return Objects.requireNonNull(TtlExecutors.getTtlExecutor(Objects.requireNonNull(executor, "executor")));
    }

    /** Carries to the tasks of {@code executor}; nothing else about it changes. */
    public static ExecutorService wrap(ExecutorService executor) {
        return Objects.requireNonNull(TtlExecutors.getTtlExecutorService(Objects.requireNonNull(executor, "executor")));
    }

    /** Carries to the tasks of {@code executor}; nothing else about it changes. */
    public static ScheduledExecutorService wrap(ScheduledExecutorService executor) {
        return Objects.requireNonNull(
                TtlExecutors.getTtlScheduledExecutorService(Objects.requireNonNull(executor, "executor")));
    }

    /**
     * Threads that start with nothing, for a pool whose tasks are not all wrapped: ShardingSphere's hints are inherited by
     * every thread that is born under one, and stay with it for as long as it lives.
     */
    public static ThreadFactory withoutInheritance(ThreadFactory factory) {
        return Objects.requireNonNull(
                TtlExecutors.getDisableInheritableThreadFactory(Objects.requireNonNull(factory, "factory")));
    }
}
