package io.github.readyourwrites.freshness;

/**
 * What came of reads that may be done again.
 *
 * @param reads all of them
 * @param rereads those that were done again, on the primary
 * @param firstWasStale those of {@code rereads} that were fresh on the primary, so the first answer was old
 */
public record RereadStatistics(long reads, long rereads, long firstWasStale) {}
