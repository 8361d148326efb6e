package io.github.readyourwrites.benchmarks.endtoend;

import java.util.stream.IntStream;

/**
 * What the command line says.
 *
 * @param rounds how often each strategy has its turn
 * @param closedMilliseconds how long a turn takes without a pause
 * @param openMilliseconds how long one takes in the open model
 * @param rate operations per second of the open model
 * @param threads of the load
 * @param poolSize connections of each data source's pool
 * @param warmUpSeconds how long the JVM may go on compiling before anything is measured
 */
record Options(
        int rounds,
        int closedMilliseconds,
        int openMilliseconds,
        int rate,
        int threads,
        int poolSize,
        int warmUpSeconds) {

    private static final Options DEFAULT = new Options(5, 1_500, 2_500, 300, 64, 20, 400);

    private static final Options QUICK = new Options(1, 300, 500, 300, 64, 20, 1);

    Options {
        if (IntStream.of(rounds, closedMilliseconds, openMilliseconds, rate, threads, poolSize, warmUpSeconds)
                .anyMatch(each -> each < 1)) {
            throw new IllegalArgumentException("every number is 1 at least");
        }
    }

    /** Of {@code --quick}, {@code --rounds=N}, {@code --closed-milliseconds=N} and so on. */
    static Options parse(String... arguments) {
        Options result = DEFAULT;
        for (String each : arguments) {
            if (each.equals("--quick")) {
                result = QUICK;
            } else {
                int equals = each.indexOf('=');
                String name = equals < 0 ? each : each.substring(0, equals);
                result = result.with(name, Integer.parseInt(each.substring(equals + 1)));
            }
        }
        return result;
    }

    private Options with(String name, int value) {
        return switch (name) {
            case "--rounds" ->
                new Options(value, closedMilliseconds, openMilliseconds, rate, threads, poolSize, warmUpSeconds);
            case "--closed-milliseconds" ->
                new Options(rounds, value, openMilliseconds, rate, threads, poolSize, warmUpSeconds);
            case "--open-milliseconds" ->
                new Options(rounds, closedMilliseconds, value, rate, threads, poolSize, warmUpSeconds);
            case "--rate" ->
                new Options(rounds, closedMilliseconds, openMilliseconds, value, threads, poolSize, warmUpSeconds);
            case "--threads" ->
                new Options(rounds, closedMilliseconds, openMilliseconds, rate, value, poolSize, warmUpSeconds);
            case "--pool-size" ->
                new Options(rounds, closedMilliseconds, openMilliseconds, rate, threads, value, warmUpSeconds);
            case "--warm-up-seconds" ->
                new Options(rounds, closedMilliseconds, openMilliseconds, rate, threads, poolSize, value);
            default ->
                throw new IllegalArgumentException(name
                        + " is none of --quick, --rounds=, --closed-milliseconds=, --open-milliseconds=, --rate=,"
                        + " --threads=, --pool-size=, --warm-up-seconds=");
        };
    }
}
