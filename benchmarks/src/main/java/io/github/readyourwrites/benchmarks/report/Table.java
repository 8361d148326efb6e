package io.github.readyourwrites.benchmarks.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Rows of text under a heading. Confined to one thread. */
public final class Table {

    private final List<List<String>> rows = new ArrayList<>();

    /** An empty table with these columns. */
    public Table(String... columns) {
        rows.add(List.of(columns));
    }

    /**
     * Adds a row.
     *
     * @throws IllegalArgumentException unless it has a cell for each column
     */
    public Table row(String... cells) {
        if (cells.length != rows.get(0).size()) {
            throw new IllegalArgumentException(cells.length + " cells for columns " + rows.get(0));
        }
        rows.add(List.of(cells));
        return this;
    }

    /** As Markdown. */
    public String toMarkdown() {
        StringBuilder result = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            result.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
            if (i == 0) {
                result.append("|---".repeat(rows.get(0).size())).append("|\n");
            }
        }
        return result.toString();
    }

    /** As comma-separated values, by RFC 4180. */
    public String toCsv() {
        return rows.stream()
                .map(each -> each.stream().map(Table::quoted).collect(Collectors.joining(",")))
                .collect(Collectors.joining("\r\n", "", "\r\n"));
    }

    private static String quoted(String cell) {
        boolean plain = cell.chars().noneMatch(each -> each == ',' || each == '"' || each == '\r' || each == '\n');
        return plain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
