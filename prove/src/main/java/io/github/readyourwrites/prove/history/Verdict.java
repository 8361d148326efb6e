package io.github.readyourwrites.prove.history;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the checker found.
 *
 * @param checkedReads how many reads it has judged
 * @param checks how many of them each rule asked something of, and how many acknowledged writes were looked for at the end
 * @param violations in the order of the reads' ends
 */
public record Verdict(long checkedReads, Map<Rule, Long> checks, List<Violation> violations) {

    public Verdict {
        checks = checks.isEmpty() ? Map.of() : new EnumMap<>(checks);
        violations = List.copyOf(violations);
    }

    public boolean isRight() {
        return violations.isEmpty();
    }
}
