package io.github.readyourwrites.capture;

import static io.github.readyourwrites.capture.Effect.NOTHING;
import static io.github.readyourwrites.capture.Effect.SAW;
import static io.github.readyourwrites.capture.Effect.UNSURE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EffectTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "null",
            value = {
                "CONTROL|0|null|NOTHING",
                "ROLLBACK|0|null|NOTHING",
                "XA_PREPARE|0|null|NOTHING",
                "INSERT|1|null|WROTE",
                "INSERT|1|''|WROTE",
                "INSERT|0|''|SAW",
                "INSERT|2|Records: 2  Duplicates: 0  Warnings: 0|WROTE",
                "INSERT|1|Records: 2  Duplicates: 1  Warnings: 1|SAW",
                "INSERT|1|Records: 2  Duplicates: 0  Warnings: 1|SAW",
                "REPLACE|2|''|WROTE",
                "REPLACE|3|Records: 2  Duplicates: 1  Warnings: 0|SAW",
                "UPDATE|1|Rows matched: 1  Changed: 1  Warnings: 0|WROTE",
                "UPDATE|1|Datensätze gefunden: 1  Geändert: 1  Warnungen: 0|WROTE",
                "UPDATE|3|Rows matched: 3  Changed: 2  Warnings: 0|SAW",
                "UPDATE|1|Rows matched: 1  Changed: 0  Warnings: 0|SAW",
                "UPDATE|0|Rows matched: 0  Changed: 0  Warnings: 0|SAW",
                "UPDATE|1|null|UNSURE",
                "UPDATE|0|null|SAW",
                "DELETE|1|''|WROTE",
                "DELETE|0|''|SAW",
                "LOAD|3|Records: 3  Deleted: 0  Skipped: 0  Warnings: 0|WROTE",
                "LOAD|2|Records: 3  Deleted: 0  Skipped: 1  Warnings: 1|SAW",
                "LOAD|0|Records: 0  Deleted: 0  Skipped: 0  Warnings: 0|SAW",
                "LOAD|3|null|SAW",
                "UPSERT|1|''|UNSURE",
                "UPSERT|3|Records: 2  Duplicates: 1  Warnings: 0|SAW",
                "CALL|0|''|SAW",
                "XA_ROLLBACK|0|''|SAW",
                "XA_COMMIT|0|''|UNSURE",
                "PLAIN_READ|1|''|UNSURE",
                "OTHER|0|''|UNSURE"
            })
    void tellsWhatAnAnswerSays(StatementKind kind, long affectedRows, String info, Effect effect) {
        assertEquals(effect, Effect.of(kind, affectedRows, info));
    }

    @Test
    void keepsTheStronger() {
        assertEquals(SAW, NOTHING.and(SAW));
        assertEquals(SAW, SAW.and(UNSURE));
    }

    @Test
    void readsNumbersByTheirPlace() {
        assertEquals(12, Effect.number("a 12 b 3", 0));
        assertEquals(3, Effect.number("a 12 b 3", 1));
        assertEquals(-1, Effect.number("a 12 b 3", 2));
        assertEquals(-1, Effect.number("", 0));
        assertEquals(-1, Effect.number(null, 0));
    }
}
