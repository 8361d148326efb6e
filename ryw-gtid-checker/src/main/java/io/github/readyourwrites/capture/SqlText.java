package io.github.readyourwrites.capture;

import java.util.Locale;

/**
 * Walks over SQL text without understanding it: white space, comments, quotes, parentheses, statement separators.
 *
 * <p>Backslashes escape inside quotes, as they do without the SQL mode {@code NO_BACKSLASH_ESCAPES}; with it a text may
 * be split at the wrong place, so who splits compares the number of statements with the number of results. Comments as
 * in the MySQL manual, section "Comments": {@code #}, {@code -- } and {@code /* *}{@code /}, where the text of an
 * executable comment ({@code /*!}) counts as SQL.
 */
final class SqlText {

    private SqlText() {}

    /** Where the statement at {@code from} has its first word: after white space, comments and opening parentheses. */
    static int firstWord(String sql, int from) {
        int result = from;
        while (result < sql.length()) {
            char each = sql.charAt(result);
            if (Character.isWhitespace(each) || each == '(') {
                result++;
            } else {
                int next = skipComment(sql, result);
                if (next == result) {
                    break;
                }
                result = next;
            }
        }
        return result;
    }

    /** Where the word that begins at {@code from} ends. */
    static int wordEnd(String sql, int from) {
        int result = from;
        while (result < sql.length() && isWordPart(sql.charAt(result))) {
            result++;
        }
        return result;
    }

    /** The word that begins at {@code from}, in upper case; empty if none does. */
    static String word(String sql, int from) {
        return sql.substring(from, wordEnd(sql, from)).toUpperCase(Locale.ROOT);
    }

    /** Where the statement after the one at {@code from} begins; the text's length if that one is the last. */
    static int nextStatement(String sql, int from) {
        int result = from;
        while (result < sql.length() && sql.charAt(result) != ';') {
            result = skip(sql, result);
        }
        while (result < sql.length() && (sql.charAt(result) == ';' || Character.isWhitespace(sql.charAt(result)))) {
            result++;
        }
        return result;
    }

    /** Whether the statement at {@code from} contains a word, in upper case, outside quotes and comments. */
    static boolean hasWord(String sql, int from, String word) {
        int position = from;
        while (position < sql.length() && sql.charAt(position) != ';') {
            if (isWordPart(sql.charAt(position))) {
                int end = wordEnd(sql, position);
                if (isWord(sql, position, end, word)) {
                    return true;
                }
                position = end;
            } else {
                position = skip(sql, position);
            }
        }
        return false;
    }

    /** As {@link #hasWord}, counting only what stands outside every parenthesis. */
    static boolean hasTopLevelWord(String sql, int from, String word) {
        int depth = 0;
        int position = from;
        while (position < sql.length() && sql.charAt(position) != ';') {
            char each = sql.charAt(position);
            if (isWordPart(each)) {
                int end = wordEnd(sql, position);
                if (depth == 0 && isWord(sql, position, end, word)) {
                    return true;
                }
                position = end;
            } else {
                depth += each == '(' ? 1 : each == ')' ? -1 : 0;
                position = skip(sql, position);
            }
        }
        return false;
    }

    /** Whether the statement at {@code from} contains an opening parenthesis outside quotes and comments. */
    static boolean hasParenthesis(String sql, int from) {
        int position = from;
        while (position < sql.length() && sql.charAt(position) != ';') {
            if (sql.charAt(position) == '(') {
                return true;
            }
            position = skip(sql, position);
        }
        return false;
    }

    private static boolean isWord(String sql, int from, int to, String word) {
        return to - from == word.length() && sql.regionMatches(true, from, word, 0, word.length());
    }

    private static boolean isWordPart(char character) {
        return character == '_' || Character.isLetterOrDigit(character);
    }

    private static int skip(String sql, int from) {
        char first = sql.charAt(from);
        if (first == '\'' || first == '"' || first == '`') {
            return skipQuoted(sql, from, first);
        }
        int result = skipComment(sql, from);
        return result == from ? from + 1 : result;
    }

    private static int skipQuoted(String sql, int from, char quote) {
        // A doubled quote ends one quotation and begins the next, which comes to the same.
        int position = from + 1;
        while (position < sql.length() && sql.charAt(position) != quote) {
            position += sql.charAt(position) == '\\' && quote != '`' ? 2 : 1;
        }
        return Math.min(position + 1, sql.length());
    }

    private static int skipComment(String sql, int from) {
        if (sql.startsWith("/*!", from)) {
            int result = from + 3;
            while (result < sql.length() && Character.isDigit(sql.charAt(result))) {
                result++;
            }
            return result;
        }
        if (sql.startsWith("/*", from)) {
            return after(sql, "*/", from + 2);
        }
        if (sql.startsWith("*/", from)) {
            return from + 2;
        }
        if (sql.startsWith("#", from) || isDashComment(sql, from)) {
            return after(sql, "\n", from + 1);
        }
        return from;
    }

    private static boolean isDashComment(String sql, int from) {
        return sql.startsWith("--", from) && (from + 2 == sql.length() || Character.isWhitespace(sql.charAt(from + 2)));
    }

    private static int after(String sql, String end, int from) {
        int found = sql.indexOf(end, from);
        return found < 0 ? sql.length() : found + end.length();
    }
}
