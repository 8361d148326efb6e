package io.github.readyourwrites.benchmarks.endtoend;

/**
 * What the command line says.
 *
 * @param rounds how often each strategy has its turn
 * @param sliceMilliseconds how long a turn takes, in each of the two models
 * @param rate operations per second of the open model
 * @param threads of the load
 * @param poolSize connections of each data source's pool
 */
record Options(int rounds, int sliceMilliseconds, int rate, int threads, int poolSize) {

    private static final Options DEFAULT = new Options(4, 1_500, 300, 64, 20);

    private static final Options QUICK = new Options(1, 300, 300, 64, 20);

    Options {
        if (Math.min(Math.min(rounds, sliceMilliseconds), Math.min(Math.min(rate, threads), poolSize)) < 1) {
            throw new IllegalArgumentException("every number is 1 at least");
        }
    }

    /** Of {@code --quick}, {@code --rounds=N}, {@code --slice-milliseconds=N} and so on. */
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
            case "--rounds" -> new Options(value, sliceMilliseconds, rate, threads, poolSize);
            case "--slice-milliseconds" -> new Options(rounds, value, rate, threads, poolSize);
            case "--rate" -> new Options(rounds, sliceMilliseconds, value, threads, poolSize);
            case "--threads" -> new Options(rounds, sliceMilliseconds, rate, value, poolSize);
            case "--pool-size" -> new Options(rounds, sliceMilliseconds, rate, threads, value);
            default ->
                throw new IllegalArgumentException(name
                        + " is none of --quick, --rounds=, --slice-milliseconds=, --rate=, --threads=, --pool-size=");
        };
    }
}
