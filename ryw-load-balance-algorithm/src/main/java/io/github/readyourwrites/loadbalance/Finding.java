package io.github.readyourwrites.loadbalance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Something found at start that its user should know of. Immutable.
 *
 * @param severity what follows from it
 * @param where the group or database, as the log shall name it
 * @param dataSources the data sources and addresses it is about; may be empty
 * @param what the fact
 * @param remedy the exact statement, property or URL parameter that mends it
 */
record Finding(Severity severity, String where, List<String> dataSources, String what, String remedy) {
    Finding {
        dataSources = List.copyOf(dataSources);
    }

    /** Joins findings that differ in their data sources only, in the order of the first of each. */
    static List<Finding> merge(List<Finding> findings) {
        Map<Finding, List<String>> result = new LinkedHashMap<>();
        for (Finding each : findings) {
            result.computeIfAbsent(each.at(List.of()), ignored -> new ArrayList<>())
                    .addAll(each.dataSources());
        }
        return result.entrySet().stream()
                .map(entry -> entry.getKey().at(entry.getValue()))
                .toList();
    }

    private Finding at(List<String> others) {
        return new Finding(severity, where, others, what, remedy);
    }

    @Override
    public String toString() {
        String sources = switch (dataSources.size()) {
            case 0 -> "";
            case 1 -> ", data source " + dataSources.get(0);
            default -> ", data sources " + String.join(", ", dataSources);
        };
        return severity.name().toLowerCase(Locale.ROOT) + ": " + where + sources + ": " + what + ". Remedy: " + remedy
                + ".";
    }
}
