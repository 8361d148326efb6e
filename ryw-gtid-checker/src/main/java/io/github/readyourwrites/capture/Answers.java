package io.github.readyourwrites.capture;

import com.mysql.cj.protocol.Resultset;
import org.jspecify.annotations.Nullable;

/**
 * What several answers to one text say together: a CALL, a multi-statement, a rewritten batch.
 *
 * @param kind the first statement's, or {@link StatementKind#ROLLBACK} if there is one
 * @param effect the strongest
 * @param statements how many commits account for all of them
 */
record Answers(StatementKind kind, Effect effect, int statements) {

    /** Matches each answer with its statement; where their numbers differ, nothing is known. */
    static Answers of(String sql, Resultset first) {
        StatementKind kind = StatementKind.of(sql, 0);
        Effect effect = Effect.NOTHING;
        int statements = 0;
        boolean rows = false;
        int position = 0;
        for (@Nullable Resultset each = first; each != null; each = each.getNextResultset()) {
            if (position >= sql.length()) {
                return new Answers(kind, Effect.SAW, statements);
            }
            StatementKind eachKind = StatementKind.of(sql, position);
            if (eachKind == StatementKind.ROLLBACK) {
                kind = eachKind;
            }
            if (each.hasRows()) {
                rows = true;
            } else {
                Effect eachEffect = Effect.of(eachKind, each.getUpdateCount(), each.getServerInfo());
                effect = effect.and(eachEffect);
                statements += eachEffect == Effect.NOTHING ? 0 : 1;
            }
            position = SqlText.nextStatement(sql, position);
        }
        if (SqlText.firstWord(sql, position) < sql.length()) {
            effect = Effect.SAW;
        }
        // A commit inside a SELECT would be taken for that of another statement.
        return new Answers(kind, effect, rows && statements > 0 ? Integer.MAX_VALUE : statements);
    }
}
