package io.github.readyourwrites.capture;

import static io.github.readyourwrites.capture.ResultsetFixture.chain;
import static io.github.readyourwrites.capture.ResultsetFixture.ok;
import static io.github.readyourwrites.capture.ResultsetFixture.rows;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AnswersTest {

    private static final String CHANGED = "Rows matched: 1  Changed: 1  Warnings: 0";
    private static final String UNCHANGED = "Rows matched: 1  Changed: 0  Warnings: 0";

    @Test
    void countsTheWritesOfARewrittenBatch() {
        assertEquals(
                new Answers(StatementKind.UPDATE, Effect.WROTE, 2),
                Answers.of(
                        "UPDATE t SET v=';' WHERE id=1;UPDATE t SET v='b' WHERE id=2",
                        chain(ok(1, CHANGED), ok(1, CHANGED))));
    }

    @Test
    void keepsTheStrongestEffect() {
        assertEquals(
                Effect.SAW,
                Answers.of("UPDATE t SET v=1; DELETE FROM t", chain(ok(1, UNCHANGED), ok(1, "")))
                        .effect());
    }

    @Test
    void countsNoControlStatement() {
        assertEquals(
                new Answers(StatementKind.CONTROL, Effect.WROTE, 1),
                Answers.of("BEGIN; INSERT INTO t VALUES (1); COMMIT", chain(ok(0, ""), ok(1, ""), ok(0, ""))));
    }

    @Test
    void tellsThatSomethingWasRolledBack() {
        assertEquals(
                StatementKind.ROLLBACK,
                Answers.of("DELETE FROM t; ROLLBACK TO a; DELETE FROM t", chain(ok(1, ""), ok(0, ""), ok(1, "")))
                        .kind());
    }

    @Test
    void trustsNoCommitBesideRows() {
        assertEquals(
                Integer.MAX_VALUE,
                Answers.of("SELECT f(); DELETE FROM t", chain(rows(), ok(1, "")))
                        .statements());
    }

    @Test
    void knowsNothingOfAProcedure() {
        assertEquals(
                Effect.SAW, Answers.of("CALL p()", chain(rows(), ok(0, ""))).effect());
    }

    @Test
    void knowsNothingWhenNumbersDiffer() {
        assertEquals(
                Effect.SAW,
                Answers.of("DELETE FROM t; DELETE FROM t", chain(ok(1, ""), ok(1, ""), ok(1, "")))
                        .effect());
        assertEquals(
                Effect.SAW,
                Answers.of("DELETE FROM t; DELETE FROM t; DELETE FROM t", chain(ok(1, ""), ok(1, "")))
                        .effect());
    }
}
