package io.github.readyourwrites.loadbalance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlKindTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INSERT INTO t VALUES (1)",
                "insert into t values (1)",
                "UPDATE t SET v = 1",
                "DELETE FROM t",
                "REPLACE INTO t VALUES (1)",
                "CALL p()",
                "LOAD DATA INFILE 'x' INTO TABLE t",
                "CREATE TABLE t (id INT)",
                "CREATE TEMPORARY TABLE t (id INT)",
                "ALTER TABLE t ADD c INT",
                "DROP TABLE t",
                "TRUNCATE t",
                "RENAME TABLE t TO u",
                "GRANT SELECT ON *.* TO u",
                "REVOKE SELECT ON *.* FROM u",
                "DO f()",
                "  \t\n UPDATE t SET v = 1",
                "/* SELECT */ UPDATE t SET v = 1",
                "/*+ MAX_EXECUTION_TIME(1) */UPDATE t SET v = 1",
                "-- SELECT 1\nUPDATE t SET v = 1",
                "--\nUPDATE t SET v = 1",
                "# SELECT 1\nUPDATE t SET v = 1",
                "/*!50000 UPDATE */ t SET v = 1",
                "/*! UPDATE*/ t SET v = 1",
                "(UPDATE t SET v = 1)",
                "WITH c AS (SELECT 1) UPDATE t SET v = 1",
                "WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c), d AS (SELECT 2) DELETE FROM t",
                "WITH c AS (SELECT ')' , \"(\", `)`) DELETE FROM t",
                "SELECT 1; UPDATE t SET v = 1",
                "SELECT ';'; /* ; */ CALL p()",
                "WITH c AS (SELECT 1) SELECT 1; DROP TABLE t",
                "SET @a = 1; INSERT INTO t VALUES (1);"
            })
    void writes(String sql) {
        assertTrue(SqlKind.isWriting(sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  ",
                "-- UPDATE",
                "/* UPDATE t SET v = 1",
                "SELECT 1",
                "(SELECT 1) UNION (SELECT 2)",
                "SELECT * FROM t FOR UPDATE",
                "SELECT * FROM t INTO OUTFILE '/tmp/x'",
                "SELECT REPLACE(a, 'b', 'c') FROM t",
                "SELECT '; UPDATE t SET v = 1'",
                "SELECT 'it''s; UPDATE'",
                "SELECT 'back\\'; UPDATE t SET v = 1'",
                "SELECT `; DELETE` FROM t",
                "SELECT 1 /* ; UPDATE t */",
                "SELECT 1 -- ; UPDATE t",
                "SELECT 1; SELECT 2;",
                "SELECT 1--1; SELECT 2",
                "WITH c AS (SELECT 1) SELECT * FROM c",
                "WITH c AS (SELECT 1 FROM (SELECT 2) d) SELECT * FROM c FOR UPDATE",
                "EXPLAIN UPDATE t SET v = 1",
                "DESCRIBE t",
                "SHOW CREATE TABLE t",
                "SET @insert = 1",
                "USE shop",
                "BEGIN",
                "START TRANSACTION",
                "COMMIT",
                "ROLLBACK",
                "SAVEPOINT a",
                "TABLE t",
                "VALUES ROW(1)",
                "updates",
                "@update"
            })
    void doesNotWrite(String sql) {
        assertFalse(SqlKind.isWriting(sql));
    }

    @Test
    void namesTheKeyword() {
        assertEquals("CALL", SqlKind.writingKeyword("/* x */ call p()"));
    }
}
