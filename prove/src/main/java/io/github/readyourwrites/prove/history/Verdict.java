package io.github.readyourwrites.prove.history;

import java.util.List;

/** What the checker found: how many reads it has judged, and what was violated, in the order of the reads' ends. */
public record Verdict(long checkedReads, List<Violation> violations) {

    public boolean isRight() {
        return violations.isEmpty();
    }
}
