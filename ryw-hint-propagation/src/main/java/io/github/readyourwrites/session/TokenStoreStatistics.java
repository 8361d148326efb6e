package io.github.readyourwrites.session;

/**
 * What happened between this JVM's sessions and their store since it was opened.
 *
 * @param loads sessions loaded
 * @param uncertainLoads of those, such that something may have been missing, so that a fence is taken
 * @param failedLoads sessions that could not be loaded in time
 * @param saves sessions saved
 * @param failedSaves saves that failed or were not acknowledged in time: a reader elsewhere may miss these writes
 */
public record TokenStoreStatistics(long loads, long uncertainLoads, long failedLoads, long saves, long failedSaves) {}
