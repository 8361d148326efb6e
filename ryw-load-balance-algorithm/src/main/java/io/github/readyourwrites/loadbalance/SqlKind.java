package io.github.readyourwrites.loadbalance;

import org.jspecify.annotations.Nullable;

/**
 * Tells from its leading keyword whether a statement changes data, definitions or accounts, so that it must not run on
 * a replica. Locking reads and {@code SELECT … INTO OUTFILE} change nothing there and do not count; {@code DO} does,
 * since it runs functions for what they do.
 */
final class SqlKind {
    private static final String[] WRITING = {
        "INSERT",
        "UPDATE",
        "DELETE",
        "REPLACE",
        "CALL",
        "LOAD",
        "CREATE",
        "ALTER",
        "DROP",
        "TRUNCATE",
        "RENAME",
        "GRANT",
        "REVOKE",
        "DO",
        "IMPORT",
        "INSTALL",
        "UNINSTALL"
    };
    private static final String[] AFTER_WITH = {"SELECT", "INSERT", "UPDATE", "DELETE", "REPLACE", "TABLE", "VALUES"};

    private SqlKind() {}

    static boolean isWriting(String sql) {
        return writingKeyword(sql) != null;
    }

    /**
     * Returns the keyword that makes the text a writing one.
     *
     * @param sql one statement, or several separated by semicolons
     * @return the keyword in upper case, or null if nothing in the text writes
     */
    static @Nullable String writingKeyword(String sql) {
        SqlScanner scanner = new SqlScanner(sql);
        if (!scanner.nextWord()) {
            return null;
        }
        String result = ofStatement(scanner);
        return result != null || sql.indexOf(';') < 0 ? result : ofLaterStatements(scanner);
    }

    private static @Nullable String ofStatement(SqlScanner scanner) {
        if (!scanner.isWord("WITH")) {
            return scanner.oneOf(WRITING);
        }
        int depth = scanner.depth();
        while (scanner.nextWord() && !scanner.startsStatement()) {
            String verb = scanner.depth() == depth ? scanner.oneOf(AFTER_WITH) : null;
            if (verb != null) {
                return scanner.oneOf(WRITING);
            }
        }
        return null;
    }

    private static @Nullable String ofLaterStatements(SqlScanner scanner) {
        while (scanner.nextWord()) {
            String result = scanner.startsStatement() ? ofStatement(scanner) : null;
            if (result != null) {
                return result;
            }
        }
        return null;
    }
}
