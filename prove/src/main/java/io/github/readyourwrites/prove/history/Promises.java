package io.github.readyourwrites.prove.history;

import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the checker holds the reads to, beside what their level says.
 *
 * @param monotonicInstances the JVMs whose sessions never go back in time
 * @param eventualBound how old an EVENTUAL read may be at most; null if nothing bounds it
 * @param reportDelay how much later than a read that goes on without a lost write the report of it may be
 */
public record Promises(
        Set<String> monotonicInstances, @Nullable Duration eventualBound, Duration reportDelay) {

    public Promises {
        monotonicInstances = Set.copyOf(monotonicInstances);
    }
}
