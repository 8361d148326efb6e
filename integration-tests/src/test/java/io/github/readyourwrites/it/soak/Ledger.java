package io.github.readyourwrites.it.soak;

import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.List;
import java.util.Random;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * The rows of the run and what is known of them. Every write adds one to a row, so a read that gives less than the number
 * of writes acknowledged before it began has missed one. Thread-safe.
 */
final class Ledger {

    /** Rows with a session each, which any thread may open. */
    private static final int KEYED = 64;

    /** Rows written outside any session, and as many written by another client. */
    private static final int OTHERS = 8;

    private static final int ROWS = KEYED + 2 * OTHERS;

    /** Counted up before a write is sent. */
    private final AtomicLongArray attempted = new AtomicLongArray(ROWS);

    /** Counted up after the server has said that a write is committed. */
    private final AtomicLongArray acknowledged = new AtomicLongArray(ROWS);

    /** Makes the table anew, with every row at 0. */
    static void createTable(MySqlServer primary) {
        StringJoiner rows = new StringJoiner(", ");
        for (int i = 0; i < ROWS; i++) {
            rows.add("(" + i + ", 0)");
        }
        primary.execute(
                "DROP TABLE IF EXISTS ledger",
                "CREATE TABLE ledger (id INT PRIMARY KEY, v BIGINT NOT NULL)",
                "INSERT INTO ledger VALUES " + rows);
    }

    /** Rows that a session owns. */
    static Range keyed() {
        return new Range(0, KEYED);
    }

    /** Rows that belong to no session. */
    static Range sessionless() {
        return new Range(KEYED, OTHERS);
    }

    /** Rows that this JVM does not write through its data source. */
    static Range elsewhere() {
        return new Range(KEYED + OTHERS, OTHERS);
    }

    /** Rows that this JVM writes through its data source. */
    static Range written() {
        return new Range(0, KEYED + OTHERS);
    }

    void attempt(int row) {
        attempted.incrementAndGet(row);
    }

    void acknowledge(int row) {
        acknowledged.incrementAndGet(row);
    }

    /** What a read that begins now must give at least. */
    long acknowledged(int row) {
        return acknowledged.get(row);
    }

    /** What a read that has ended can have given at most. */
    long attempted(int row) {
        return attempted.get(row);
    }

    /** The rows that do not hold between what was acknowledged and what was attempted; nobody writes any more. */
    List<String> lost(MySqlServer primary) {
        List<String> values = primary.queryStrings("SELECT v FROM ledger ORDER BY id");
        return IntStream.range(0, ROWS)
                .filter(each -> Long.parseLong(values.get(each)) < acknowledged(each)
                        || Long.parseLong(values.get(each)) > attempted(each))
                .mapToObj(each -> "row " + each + " holds " + values.get(each) + ", acknowledged " + acknowledged(each)
                        + ", attempted " + attempted(each))
                .toList();
    }

    /** Neighbouring rows. */
    record Range(int first, int size) {

        int pick(Random random) {
            return first + random.nextInt(size);
        }
    }
}
