package io.github.readyourwrites.examples;

/**
 * What one strategy did.
 *
 * @param reads reads that were checked
 * @param staleReads those that lacked something of the customer's own
 * @param primaryReads those that the primary served
 * @param p50Millis half of the reads took no longer
 * @param p99Millis 99 of 100 reads took no longer
 */
record StrategyResult(
        String strategy, long reads, long staleReads, long primaryReads, double p50Millis, double p99Millis) {

    StrategyResult {
        if (staleReads > reads || primaryReads > reads) {
            throw new IllegalArgumentException("A part of the reads is more than all " + reads);
        }
    }

    /** Which part of the reads replicas served, from 0 to 1; 0 if there were none. */
    double replicaShare() {
        return reads == 0 ? 0 : (double) (reads - primaryReads) / reads;
    }
}
