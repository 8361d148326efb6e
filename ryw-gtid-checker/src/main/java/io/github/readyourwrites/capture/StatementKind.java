package io.github.readyourwrites.capture;

/** What a statement is, as far as its first words tell. */
enum StatementKind {
    /** A read whose failure says nothing about data: SELECT with a table or without any function, SHOW, EXPLAIN. */
    PLAIN_READ,
    /** SET, USE, BEGIN, COMMIT, SAVEPOINT and the like: neither sees nor changes data by itself. */
    CONTROL,
    /** ROLLBACK, also to a savepoint. */
    ROLLBACK,
    INSERT,
    /** INSERT … ON DUPLICATE KEY UPDATE, whose number of affected rows is ambiguous. */
    UPSERT,
    REPLACE,
    UPDATE,
    DELETE,
    LOAD,
    CALL,
    XA_PREPARE,
    /** XA COMMIT and XA ROLLBACK: they may end a transaction that this connection no longer counts as open. */
    XA_COMMIT,
    XA_ROLLBACK,
    /** DDL, SELECT of a function without a table, and everything unknown. */
    OTHER;

    /** The kind of the statement that begins at {@code from}. */
    static StatementKind of(String sql, int from) {
        int start = SqlText.firstWord(sql, from);
        return switch (SqlText.word(sql, start)) {
            case "SELECT" -> isPlain(sql, start) ? PLAIN_READ : OTHER;
            case "SHOW", "EXPLAIN", "DESC", "DESCRIBE" -> PLAIN_READ;
            // SET @x = f() and SET @x = (SELECT …) run functions and read tables.
            case "SET" -> SqlText.hasParenthesis(sql, start) ? OTHER : CONTROL;
            case "USE", "BEGIN", "COMMIT", "SAVEPOINT", "RELEASE" -> CONTROL;
            case "START" -> "TRANSACTION".equals(secondWord(sql, start)) ? CONTROL : OTHER;
            case "ROLLBACK" -> ROLLBACK;
            case "INSERT" -> SqlText.hasWord(sql, start, "DUPLICATE") ? UPSERT : INSERT;
            case "REPLACE" -> REPLACE;
            case "UPDATE" -> UPDATE;
            // DELETE IGNORE keeps silent about the rows that a foreign key made it leave.
            case "DELETE" -> SqlText.hasWord(sql, start, "IGNORE") ? OTHER : DELETE;
            case "LOAD" -> LOAD;
            case "CALL" -> CALL;
            case "XA" -> ofXa(secondWord(sql, start));
            default -> OTHER;
        };
    }

    /** As {@link #of(String, int)}, for a text of which it is not known whether it holds several statements. */
    static StatementKind ofWhole(String sql) {
        int next = SqlText.nextStatement(sql, 0);
        return next < sql.length() && SqlText.firstWord(sql, next) < sql.length() ? OTHER : of(sql, 0);
    }

    /** Whether a server that has received this statement may commit something because of it. */
    boolean mayCommit(boolean inTransaction) {
        return switch (this) {
            case PLAIN_READ, ROLLBACK -> false;
            case CONTROL -> inTransaction;
            default -> true;
        };
    }

    private static boolean isPlain(String sql, int start) {
        return SqlText.hasTopLevelWord(sql, start, "FROM") || !SqlText.hasParenthesis(sql, start);
    }

    private static StatementKind ofXa(String word) {
        return switch (word) {
            case "START", "BEGIN", "END" -> CONTROL;
            case "PREPARE" -> XA_PREPARE;
            case "COMMIT" -> XA_COMMIT;
            case "ROLLBACK" -> XA_ROLLBACK;
            default -> OTHER;
        };
    }

    private static String secondWord(String sql, int start) {
        return SqlText.word(sql, SqlText.firstWord(sql, SqlText.wordEnd(sql, start)));
    }
}
