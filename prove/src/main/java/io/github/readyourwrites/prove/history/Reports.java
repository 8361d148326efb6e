package io.github.readyourwrites.prove.history;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;

/** When each JVM has reported lost writes, and how many. */
final class Reports {

    private final Map<String, TreeSet<Long>> times = new HashMap<>();

    private final Map<String, Long> transactions = new HashMap<>();

    Reports(Collection<Event> events) {
        for (Event each : events) {
            if (each instanceof LossReport report) {
                times.computeIfAbsent(report.instance(), key -> new TreeSet<>()).add(report.begin());
                transactions.merge(report.instance(), report.transactions(), Long::sum);
            }
        }
    }

    /** Whether there is one at these times or between them. */
    boolean isAnyWithin(String instance, long from, long to) {
        TreeSet<Long> ofInstance = times.get(instance);
        Long first = ofInstance == null ? null : ofInstance.ceiling(from);
        return first != null && first <= to;
    }

    long transactions(String instance) {
        return transactions.getOrDefault(instance, 0L);
    }
}
