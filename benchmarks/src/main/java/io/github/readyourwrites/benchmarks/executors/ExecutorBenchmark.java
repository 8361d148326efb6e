package io.github.readyourwrites.benchmarks.executors;

import com.alibaba.ttl.TransmittableThreadLocal;
import com.alibaba.ttl.threadpool.TtlExecutors;
import io.github.readyourwrites.propagation.RywExecutors;
import io.github.readyourwrites.session.RywSession;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * How long it takes to hand over a task and run it, on an executor that runs tasks on the thread that hands them over: as
 * it is, wrapped by TransmittableThreadLocal, and wrapped by us with a session open. In all three the thread has one
 * transmittable value, as ShardingSphere's hints are one.
 *
 * <p>Not measured: the way to another thread, which is microseconds and the same in all three.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class ExecutorBenchmark {

    private static final Executor DIRECT = Runnable::run;

    private static final TransmittableThreadLocal<String> HINT = new TransmittableThreadLocal<>();

    /** Called by JMH. */
    public ExecutorBenchmark() {}

    /** The executor as it is. */
    @Benchmark
    public void bare(Hint ignored, Blackhole sink) {
        DIRECT.execute(() -> sink.consume(HINT.get()));
    }

    /** Wrapped by TransmittableThreadLocal, in a JVM that has none of our classes. */
    @Benchmark
    public void transmittableThreadLocal(Ttl wrapped, Blackhole sink) {
        wrapped.executor.execute(() -> sink.consume(HINT.get()));
    }

    /** Wrapped by us. */
    @Benchmark
    public void readYourWrites(Session wrapped, Blackhole sink) {
        wrapped.executor.execute(() -> sink.consume(HINT.get()));
    }

    /** A thread with a transmittable value. */
    @State(Scope.Thread)
    public static class Hint {

        /** Sets the value. */
        @Setup
        public void set() {
            HINT.set("hint");
        }
    }

    /** The same with an executor of TransmittableThreadLocal's. */
    @State(Scope.Thread)
    public static class Ttl extends Hint {

        private final Executor executor = Objects.requireNonNull(TtlExecutors.getTtlExecutor(DIRECT));
    }

    /** The same with an executor of ours, and a session. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up first
    public static class Session extends Hint {

        private final Executor executor = RywExecutors.wrap(DIRECT);

        private RywSession session;

        /** Opens the session. */
        @Setup
        public void open() {
            session = RywSession.open("user:42");
        }

        /** Closes it. */
        @TearDown
        public void close() {
            session.close();
        }
    }
}
