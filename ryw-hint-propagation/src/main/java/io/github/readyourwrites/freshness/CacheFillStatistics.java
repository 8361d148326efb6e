package io.github.readyourwrites.freshness;

/**
 * What came of reads through a guarded cache.
 *
 * @param hits answered by the cache
 * @param filled answered by the database, and kept
 * @param refused answered by the database, and not kept, since the answer may be old already
 */
public record CacheFillStatistics(long hits, long filled, long refused) {}
