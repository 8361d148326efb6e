package io.github.readyourwrites.benchmarks.decision;

import io.github.readyourwrites.loadbalance.DecisionGroup;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RywSession;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long a load balancer takes to name a replica, asked as ShardingSphere asks it: ours where every replica has what
 * the read must see, and beside it ShardingSphere's default one.
 *
 * <p>Not measured: ShardingSphere's own part of a statement, our router's, the wait for a replica that is behind, a
 * fence, and several threads at once. The replicas have no server; their monitors are real.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 40, time = 50, timeUnit = TimeUnit.MILLISECONDS)
public class DecisionBenchmark {

    /** Called by JMH. */
    public DecisionBenchmark() {}

    /** Ours. */
    @Benchmark
    public String readYourWrites(Reader reader) {
        return reader.group.readYourWrites();
    }

    /** ShardingSphere's default. */
    @Benchmark
    public String roundRobin(Replicas replicas) {
        return replicas.group.roundRobin();
    }

    /** A group in which nothing was written. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up first
    public static class Replicas {

        /** How many. */
        @Param({"3", "16"})
        public int replicas;

        private DecisionGroup group;

        /** Opens the group. */
        @Setup
        public void open() throws SQLException {
            group = new DecisionGroup(replicas, Positions.PLAIN);
        }

        /** Closes it. */
        @TearDown
        public void close() {
            group.close();
        }
    }

    /** A thread that reads. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up first
    public static class Reader {

        /** How many. */
        @Param({"3", "16"})
        public int replicas;

        /** What was written. */
        @Param
        public Situation situation;

        private DecisionGroup group;

        private AutoCloseable entered;

        /** Opens the group. */
        @Setup
        public void open() throws SQLException {
            group = new DecisionGroup(replicas, situation.executed());
        }

        /** Brings the thread into the situation. */
        @Setup(Level.Iteration)
        public void enter() {
            entered = situation.enter(group);
            group.readYourWrites();
            RouteDecision decision = RywSession.lastDecision().orElseThrow();
            if (decision.reason() != situation.expected()) {
                throw new IllegalStateException("not the situation to be measured: " + decision);
            }
        }

        /** Brings it out again. */
        @TearDown(Level.Iteration)
        public void leave() throws Exception {
            entered.close();
        }

        /** Closes the group. */
        @TearDown
        public void close() {
            group.close();
        }
    }
}
