package io.github.readyourwrites.benchmarks.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class TableTest {

    private final Table table =
            new Table("strategy", "reads/s").row("a, \"b\"", "1,000").row("c", "2");

    @Test
    void isMarkdown() {
        assertEquals("""
                | strategy | reads/s |
                |---|---|
                | a, "b" | 1,000 |
                | c | 2 |
                """, table.toMarkdown());
    }

    @Test
    void isCommaSeparated() {
        assertEquals("strategy,reads/s\r\n\"a, \"\"b\"\"\",\"1,000\"\r\nc,2\r\n", table.toCsv());
    }

    @Test
    void refusesRowOfOtherLength() {
        assertThrows(IllegalArgumentException.class, () -> table.row("c"));
    }
}
