package io.github.readyourwrites.benchmarks.tokens;

import io.github.readyourwrites.session.SealedTokens;
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
 * How long it takes to make a token out of a position, to read it, and to turn away what is none.
 *
 * <p>Not measured: collecting a session's floors, assigning what a token said to a primary, several threads at once
 * (which share one source of random numbers), and the depth of a real application's stack, which makes the exception by
 * which Java says that a seal is wrong dearer.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(2)
@Warmup(iterations = 10, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 20, time = 100, timeUnit = TimeUnit.MILLISECONDS)
@State(Scope.Thread)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up first
public class TokenBenchmark {

    /** Of the position. */
    @Param({"1", "16"})
    public int intervals;

    private SealedTokens tokens;

    /** Called by JMH. */
    public TokenBenchmark() {}

    /** Makes the tokens. */
    @Setup
    public void make() {
        tokens = new SealedTokens(intervals);
    }

    /** Position to text. */
    @Benchmark
    public String seal() {
        return tokens.seal();
    }

    /** Text to position. */
    @Benchmark
    public int open() {
        return tokens.open();
    }

    /** Both. */
    @Benchmark
    public int sealAndOpen() {
        return tokens.read(tokens.seal());
    }

    /** A token of which one character was changed. */
    @Benchmark
    public int forged() {
        return tokens.forged();
    }

    /** Something that was never a token. */
    @Benchmark
    public int noToken() {
        return tokens.read("not a token");
    }
}
