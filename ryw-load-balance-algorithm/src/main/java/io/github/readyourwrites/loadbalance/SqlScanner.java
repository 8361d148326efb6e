package io.github.readyourwrites.loadbalance;

import org.jspecify.annotations.Nullable;

/**
 * Walks over the words of an SQL text, skipping white space, comments, quoted text and punctuation. What a version
 * comment ({@code /*! … *}{@code /}) holds is executed by MySQL and therefore counts as text. No allocation besides the
 * scanner itself. See the MySQL manual, "Comments".
 */
final class SqlScanner {
    private final String sql;
    private int position;
    private int depth;
    private int wordStart;
    private boolean separated;

    SqlScanner(String sql) {
        this.sql = sql;
    }

    /** Moves to the next word, at any depth of parentheses. Returns false at the end. */
    boolean nextWord() {
        separated = false;
        while (position < sql.length()) {
            char c = sql.charAt(position);
            if (isWordPart(c)) {
                wordStart = position;
                while (position < sql.length() && isWordPart(sql.charAt(position))) {
                    position++;
                }
                return true;
            }
            skip(c);
        }
        wordStart = position;
        return false;
    }

    /** How many parentheses are open around the current word. */
    int depth() {
        return depth;
    }

    /** Whether a semicolon outside parentheses stands between the previous word and this one. */
    boolean startsStatement() {
        return separated;
    }

    boolean isWord(String word) {
        int length = position - wordStart;
        return length == word.length() && sql.regionMatches(true, wordStart, word, 0, length);
    }

    /** The one of {@code words} that the current word is, ignoring case, or null. */
    @Nullable
    String oneOf(String... words) {
        for (String each : words) {
            if (isWord(each)) {
                return each;
            }
        }
        return null;
    }

    private void skip(char c) {
        switch (c) {
            case '(' -> open();
            case ')' -> close();
            case ';' -> separate();
            case '\'', '"', '`' -> skipQuoted(c);
            case '#' -> skipLine();
            case '-' -> skipDash();
            case '/' -> skipSlash();
            case '@' -> skipVariable();
            default -> position++;
        }
    }

    private void open() {
        depth++;
        position++;
    }

    private void close() {
        depth--;
        position++;
    }

    private void separate() {
        depth = 0;
        separated = true;
        position++;
    }

    private void skipQuoted(char quote) {
        position++;
        while (position < sql.length()) {
            char c = sql.charAt(position++);
            if (c == '\\' && quote != '`') {
                position++;
            } else if (c == quote) {
                return;
            }
        }
    }

    private void skipLine() {
        int end = sql.indexOf('\n', position);
        position = end < 0 ? sql.length() : end + 1;
    }

    private void skipDash() {
        boolean comment = sql.startsWith("--", position)
                && (position + 2 == sql.length() || Character.isWhitespace(sql.charAt(position + 2)));
        if (comment) {
            skipLine();
        } else {
            position++;
        }
    }

    private void skipSlash() {
        if (sql.startsWith("/*!", position)) {
            position += 3;
            while (position < sql.length() && Character.isDigit(sql.charAt(position))) {
                position++;
            }
        } else if (sql.startsWith("/*", position)) {
            int end = sql.indexOf("*/", position + 2);
            position = end < 0 ? sql.length() : end + 2;
        } else {
            position++;
        }
    }

    private void skipVariable() {
        position++;
        while (position < sql.length() && (isWordPart(sql.charAt(position)) || sql.charAt(position) == '@')) {
            position++;
        }
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '$';
    }
}
