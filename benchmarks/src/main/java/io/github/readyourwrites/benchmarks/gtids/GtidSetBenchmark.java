package io.github.readyourwrites.benchmarks.gtids;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * How long {@link Library libraries} take for what is done with sets of GTIDs. That they answer alike is tested in {@code
 * LibraryTest}.
 *
 * <p>Not measured: tags, which only ours knows; memory.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 10, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 100, timeUnit = TimeUnit.MILLISECONDS)
public class GtidSetBenchmark {

    /** Called by JMH. */
    public GtidSetBenchmark() {}

    /** Text to set. */
    @Benchmark
    public Object parse(Sets sets) {
        return sets.library.parse(sets.text);
    }

    /** Whether a server's set contains one transaction of every source. */
    @Benchmark
    public boolean contains(Sets sets) {
        return sets.library.contains(sets.whole, sets.last);
    }

    /** A server's set and as many transactions of other sources. */
    @Benchmark
    public Object union(CalculableSets sets) {
        return sets.library.union(sets.whole, sets.others);
    }

    /** A server's set without the last transaction of every source. */
    @Benchmark
    public Object subtract(CalculableSets sets) {
        return sets.library.subtract(sets.whole, sets.last);
    }

    /** Of all libraries. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up first
    public static class Sets {

        /** Whose. */
        @Param
        public Library library;

        /** Of what kind. */
        @Param
        public Shape shape;

        private String text;

        private Object whole;

        private Object last;

        /** Makes the sets. */
        @Setup
        public void parse() {
            text = shape.whole();
            whole = library.parse(text);
            last = library.parse(shape.last());
        }
    }

    /** Of the libraries that can calculate. */
    @State(Scope.Thread)
    @SuppressWarnings("NullAway.Init") // JMH calls the set-up first
    public static class CalculableSets {

        /** Whose. */
        @Param({"OURS", "DEBEZIUM"})
        public Library library;

        /** Of what kind. */
        @Param
        public Shape shape;

        private Object whole;

        private Object last;

        private Object others;

        /** Makes the sets. */
        @Setup
        public void parse() {
            whole = library.parse(shape.whole());
            last = library.parse(shape.last());
            others = library.parse(shape.others());
        }
    }
}
