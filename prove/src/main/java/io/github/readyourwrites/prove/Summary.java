package io.github.readyourwrites.prove;

import io.github.readyourwrites.prove.history.Event;
import io.github.readyourwrites.prove.history.Read;
import io.github.readyourwrites.prove.history.Verdict;
import io.github.readyourwrites.prove.history.Violation;
import io.github.readyourwrites.prove.history.Write;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** What a run came to. */
final class Summary {

    private final Settings settings;

    private final Verdict verdict;

    private final long failures;

    private final Map<Fault, Integer> faults;

    private final long writes;

    private final Map<String, Long> readsByServer = new TreeMap<>();

    Summary(Settings settings, Verdict verdict, Journal journal, Map<Fault, Integer> faults) {
        this.settings = settings;
        this.verdict = verdict;
        this.faults = faults;
        failures = journal.failures();
        long count = 0;
        for (Event each : journal.events()) {
            if (each instanceof Write) {
                count++;
            } else if (each instanceof Read read) {
                readsByServer.merge(read.servedBy(), 1L, Long::sum);
            }
        }
        writes = count;
    }

    List<Violation> violations() {
        return verdict.violations();
    }

    long checkedReads() {
        return verdict.checkedReads();
    }

    String toJson() {
        Map<String, Long> byRule = new TreeMap<>();
        verdict.violations().forEach(each -> byRule.merge(each.rule().name(), 1L, Long::sum));
        Map<String, Integer> turns = new TreeMap<>();
        faults.forEach((fault, count) -> turns.put(fault.name(), count));
        return String.format(
                Locale.ROOT,
                """
                {"strategy": "%s", "seconds": %d, "seed": %d, "clients": %d, "keys": %d,
                 "checkedReads": %d, "writes": %d, "failedStatements": %d, "violations": %d,
                 "violationsByRule": %s,
                 "faults": %s,
                 "reads": %s}""",
                settings.strategy(),
                settings.duration().toSeconds(),
                settings.seed(),
                settings.clients(),
                settings.keys(),
                verdict.checkedReads(),
                writes,
                failures,
                verdict.violations().size(),
                json(byRule),
                json(turns),
                json(readsByServer));
    }

    private static String json(Map<String, ? extends Number> counts) {
        StringJoiner result = new StringJoiner(", ", "{", "}");
        counts.forEach((name, count) -> result.add('"' + name + "\": " + count));
        return result.toString();
    }
}
