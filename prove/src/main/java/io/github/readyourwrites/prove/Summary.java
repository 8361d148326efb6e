package io.github.readyourwrites.prove;

import io.github.readyourwrites.prove.history.Event;
import io.github.readyourwrites.prove.history.LossReport;
import io.github.readyourwrites.prove.history.Read;
import io.github.readyourwrites.prove.history.Verdict;
import io.github.readyourwrites.prove.history.Violation;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** What a run came to. */
final class Summary {

    private static final int SHOWN_VIOLATIONS = 5;

    private final Settings settings;

    private final Verdict verdict;

    private final Counts counts;

    private final Map<Fault, Integer> faults;

    private final Map<String, Long> readsByServer = new TreeMap<>();

    private long reportedLosses;

    Summary(Settings settings, Verdict verdict, List<Event> events, Counts counts, Map<Fault, Integer> faults) {
        this.settings = settings;
        this.verdict = verdict;
        this.counts = counts;
        this.faults = faults;
        for (Event each : events) {
            if (each instanceof Read read) {
                readsByServer.merge(read.servedBy(), 1L, Long::sum);
            } else if (each instanceof LossReport report) {
                reportedLosses += report.transactions();
            }
        }
    }

    boolean isRight() {
        return verdict.isRight();
    }

    Verdict verdict() {
        return verdict;
    }

    Map<Fault, Integer> faults() {
        return faults;
    }

    long reportedLosses() {
        return reportedLosses;
    }

    /** The first violations, for people. */
    String excerpts() {
        StringJoiner result = new StringJoiner(System.lineSeparator());
        result.setEmptyValue("");
        verdict.violations().stream().limit(SHOWN_VIOLATIONS).forEach(each -> result.add(each.toString()));
        return result.toString();
    }

    String toJson() {
        Map<String, Long> byRule = new TreeMap<>();
        verdict.violations().forEach(each -> byRule.merge(each.rule().name(), 1L, Long::sum));
        return String.format(
                Locale.ROOT,
                """
                {"strategy": "%s", "level": "%s", "seconds": %d, "seed": %d, "jvms": %d, "clients": %d, "keys": %d,
                 "checkedReads": %d, "writes": %d, "failedStatements": %d, "unsavedSessions": %d, "reportedLosses": %d,
                 "checksByRule": %s,
                 "violations": %d,
                 "violationsByRule": %s,
                 "firstViolations": %s,
                 "faults": %s,
                 "reads": %s}""",
                settings.strategy(),
                settings.level(),
                settings.duration().toSeconds(),
                settings.seed(),
                settings.jvms(),
                settings.clients(),
                settings.keys(),
                verdict.checkedReads(),
                counts.writes(),
                counts.failures(),
                counts.unsaved(),
                reportedLosses,
                json(verdict.checks()),
                verdict.violations().size(),
                json(byRule),
                texts(verdict.violations()),
                json(faults),
                json(readsByServer));
    }

    private static String json(Map<?, ? extends Number> counts) {
        StringJoiner result = new StringJoiner(", ", "{", "}");
        counts.forEach((name, count) -> result.add("\"" + name + "\": " + count));
        return result.toString();
    }

    private static String texts(List<Violation> violations) {
        StringJoiner result = new StringJoiner(", ", "[", "]");
        violations.stream()
                .limit(SHOWN_VIOLATIONS)
                .forEach(each -> result.add('"' + each.toString().replaceAll("\\R", "\\\\n") + '"'));
        return result.toString();
    }
}
