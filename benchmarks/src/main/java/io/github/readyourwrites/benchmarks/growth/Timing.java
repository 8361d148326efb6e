package io.github.readyourwrites.benchmarks.growth;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** How long a call takes, roughly: the median of batches. What is compared differs by more than this is wrong by. */
final class Timing {

    private static final int BATCHES = 15;

    private static final long BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(40);

    private static final long WARM_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(600);

    /** What calls gave, so that none is left out. */
    private int sink;

    /** Nanoseconds for each call. */
    double of(Supplier<?> call) {
        batch(call, WARM_UP_NANOS);
        double[] results = new double[BATCHES];
        for (int i = 0; i < BATCHES; i++) {
            results[i] = batch(call, BATCH_NANOS);
        }
        Arrays.sort(results);
        if (sink == Integer.MIN_VALUE) {
            System.err.println();
        }
        return results[BATCHES / 2];
    }

    private double batch(Supplier<?> call, long nanos) {
        long start = System.nanoTime();
        long calls = 0;
        long elapsed;
        do {
            for (int i = 0; i < 50; i++) {
                sink += call.get() == this ? 1 : 0;
            }
            calls += 50;
            elapsed = System.nanoTime() - start;
        } while (elapsed < nanos);
        return (double) elapsed / calls;
    }
}
