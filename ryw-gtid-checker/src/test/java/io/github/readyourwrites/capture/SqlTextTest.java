package io.github.readyourwrites.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "update t",
                " \t\r\n UPDATE t",
                "/* a 'quote */ UPDATE t",
                "/*a*//*b*/(( UPDATE t",
                "-- a\nUPDATE t",
                "--\n# b;c\nUPDATE t",
                "/*!50001 UPDATE */ t",
                "/*!UPDATE t*/"
            })
    void findsTheFirstWord(String sql) {
        assertEquals("UPDATE", SqlText.word(sql, SqlText.firstWord(sql, 0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "   ", "/* only", "-- only", "# only", "'text'", "/*", "--"})
    void findsNoFirstWordWhereThereIsNone(String sql) {
        assertEquals("", SqlText.word(sql, SqlText.firstWord(sql, 0)));
    }

    @Test
    void splitsStatements() {
        assertEquals(List.of("a"), split("a"));
        assertEquals(List.of("a;"), split("a;"));
        assertEquals(List.of("a; ", "b"), split("a; b"));
        assertEquals(List.of("a ;;\n", "b;"), split("a ;;\nb;"));
        assertEquals(List.of("'a;''b\\';'; ", "\"c;\"; ", "`d\\`;", "e"), split("'a;''b\\';'; \"c;\"; `d\\`;e"));
        assertEquals(List.of("/* ; */ a -- ;\n;", "b # ;"), split("/* ; */ a -- ;\n;b # ;"));
        assertEquals(List.of("'unterminated; "), split("'unterminated; "));
        assertEquals(List.of("'unterminated\\"), split("'unterminated\\"));
        assertEquals(List.of("a--b;", "c"), split("a--b;c"));
    }

    @Test
    void findsWordsOutsideQuotesAndComments() {
        assertTrue(SqlText.hasWord("INSERT INTO t VALUES (1) on duplicate KEY", 0, "DUPLICATE"));
        assertFalse(SqlText.hasWord("INSERT INTO t VALUES ('DUPLICATE') /* DUPLICATE */", 0, "DUPLICATE"));
        assertFalse(SqlText.hasWord("INSERT INTO duplicates VALUES (1); DUPLICATE", 0, "DUPLICATE"));
    }

    @Test
    void findsWordsOutsideParentheses() {
        assertTrue(SqlText.hasTopLevelWord("SELECT f(1) FROM t", 0, "FROM"));
        assertFalse(SqlText.hasTopLevelWord("SELECT extract(year FROM now())", 0, "FROM"));
    }

    @Test
    void findsParentheses() {
        assertTrue(SqlText.hasParenthesis("SET @a = f(1)", 0));
        assertFalse(SqlText.hasParenthesis("SET @a = '(' /* ( */; f(1)", 0));
    }

    private static List<String> split(String sql) {
        List<String> result = new ArrayList<>();
        for (int from = 0; from < sql.length(); ) {
            int next = SqlText.nextStatement(sql, from);
            result.add(sql.substring(from, next));
            from = next;
        }
        return result;
    }
}
