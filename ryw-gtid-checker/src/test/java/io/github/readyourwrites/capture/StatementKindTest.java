package io.github.readyourwrites.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementKindTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM t|PLAIN_READ",
                "(SELECT 1)|PLAIN_READ",
                "select @@session.transaction_read_only|PLAIN_READ",
                "SELECT f()|OTHER",
                "SELECT f(x) FROM t|PLAIN_READ",
                "SELECT extract(year FROM f())|OTHER",
                "show tables|PLAIN_READ",
                "EXPLAIN DELETE FROM t|PLAIN_READ",
                "SET autocommit=1|CONTROL",
                "SET @a = f()|OTHER",
                "USE shop|CONTROL",
                "begin|CONTROL",
                "START TRANSACTION READ ONLY|CONTROL",
                "START SLAVE|OTHER",
                "COMMIT AND CHAIN|CONTROL",
                "ROLLBACK TO SAVEPOINT `a`|ROLLBACK",
                "RELEASE SAVEPOINT a|CONTROL",
                "INSERT IGNORE INTO t VALUES (1)|INSERT",
                "INSERT INTO t VALUES ('duplicate')|INSERT",
                "INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE v=1|UPSERT",
                "REPLACE INTO t VALUES (1)|REPLACE",
                "/* hint */ UPDATE t SET v=1|UPDATE",
                "DELETE FROM t|DELETE",
                "DELETE IGNORE FROM t|OTHER",
                "LOAD DATA INFILE 'a' INTO TABLE t|LOAD",
                "CALL p()|CALL",
                "XA START 'a'|CONTROL",
                "xa end 'a'|CONTROL",
                "XA PREPARE 'a'|XA_PREPARE",
                "XA COMMIT 'a' ONE PHASE|XA_COMMIT",
                "XA ROLLBACK 'a'|XA_ROLLBACK",
                "XA RECOVER|OTHER",
                "CREATE TABLE t (a INT)|OTHER",
                "WITH c AS (SELECT 1) UPDATE t SET v=1|OTHER",
                "''|OTHER"
            })
    void tellsKindsByTheirFirstWords(String sql, StatementKind kind) {
        assertEquals(kind, StatementKind.of(sql, 0));
        assertEquals(kind, StatementKind.ofWhole(sql));
    }

    @Test
    void knowsNothingOfSeveralStatementsTogether() {
        assertEquals(StatementKind.OTHER, StatementKind.ofWhole("SELECT 1; UPDATE t SET v=1"));
        assertEquals(StatementKind.PLAIN_READ, StatementKind.ofWhole("SELECT 1; -- done"));
    }

    @Test
    void tellsWhatMayCommit() {
        assertFalse(StatementKind.PLAIN_READ.mayCommit(true));
        assertFalse(StatementKind.ROLLBACK.mayCommit(true));
        assertFalse(StatementKind.CONTROL.mayCommit(false));
        assertTrue(StatementKind.CONTROL.mayCommit(true));
        assertTrue(StatementKind.UPDATE.mayCommit(true));
        assertTrue(StatementKind.UPDATE.mayCommit(false));
    }
}
