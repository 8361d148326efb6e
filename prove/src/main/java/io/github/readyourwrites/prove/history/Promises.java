package io.github.readyourwrites.prove.history;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the checker holds the reads to, beside what their level says.
 *
 * @param monotonicReads whether a session never goes back in time
 * @param eventualBound how old an EVENTUAL read may be at most; null if nothing bounds it
 */
public record Promises(boolean monotonicReads, @Nullable Duration eventualBound) {}
