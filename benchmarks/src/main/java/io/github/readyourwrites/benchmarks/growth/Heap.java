package io.github.readyourwrites.benchmarks.growth;

import java.util.concurrent.locks.LockSupport;

/** What objects take. */
final class Heap {

    private Heap() {}

    /** Bytes in use, after what nobody refers to is gone. */
    static long used() {
        long result = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            LockSupport.parkNanos(50_000_000);
            Runtime runtime = Runtime.getRuntime();
            result = Math.min(result, runtime.totalMemory() - runtime.freeMemory());
        }
        return result;
    }
}
