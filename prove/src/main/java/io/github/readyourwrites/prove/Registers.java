package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A few rows that everybody fights for, as one JVM knows them. A row's version only grows, and a trigger notes each version
 * it had, so that the end tells which writes are there. Thread-safe.
 */
final class Registers {

    private final AtomicLongArray acknowledged;

    private final int instances;

    private final int index;

    private final long epochNanos;

    private final AtomicLong last = new AtomicLong();

    /**
     * Makes versions of its own for one of several JVMs.
     *
     * @param epochNanos when versions began, on the clock of all JVMs
     */
    Registers(int keys, int instances, int index, long epochNanos) {
        acknowledged = new AtomicLongArray(keys);
        this.instances = instances;
        this.index = index;
        this.epochNanos = epochNanos;
    }

    static void create(MySqlCluster cluster, int keys) {
        StringJoiner rows = new StringJoiner(", ");
        for (int i = 0; i < keys; i++) {
            rows.add("(" + i + ", 0)");
        }
        cluster.primary()
                .execute(
                        "GRANT REPLICATION CLIENT, PROCESS ON *.* TO 'app'@'127.0.0.1'",
                        "DROP TABLE IF EXISTS register, register_log",
                        "CREATE TABLE register (id INT PRIMARY KEY, version BIGINT NOT NULL)",
                        "CREATE TABLE register_log (id INT, version BIGINT, PRIMARY KEY (id, version))",
                        "INSERT INTO register VALUES " + rows,
                        "CREATE TRIGGER register_changed AFTER UPDATE ON register FOR EACH ROW"
                                + " INSERT INTO register_log VALUES (NEW.id, NEW.version)");
        cluster.awaitCaughtUp();
    }

    int keys() {
        return acknowledged.length();
    }

    /** One that no write has had, in whatever JVM; later ones are greater, about as the time goes in all of them. */
    long newVersion() {
        long microseconds = TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - epochNanos);
        return last.updateAndGet(before -> Math.max(before + 1, microseconds)) * instances + index;
    }

    void acknowledged(int key, long version) {
        acknowledged.accumulateAndGet(key, version, Math::max);
    }

    /** The greatest version of the key that anybody in this JVM has got acknowledged, 0 if none. */
    long lastAcknowledged(int key) {
        return acknowledged.get(key);
    }

    static String read(int key) {
        return "SELECT version FROM register WHERE id = " + key;
    }

    /** Changes nothing where this version or a later one is there already. */
    static String write(int key, long version) {
        return "UPDATE register SET version = " + version + " WHERE id = " + key + " AND version < " + version;
    }

    /** Fails with a duplicate key where that version is there already. */
    static String insertAgain(int key, long version) {
        return "INSERT INTO register_log VALUES (" + key + ", " + version + ")";
    }

    /** Changes nothing where that version is there already. */
    static String insertIgnoring(int key, long version) {
        return "INSERT IGNORE INTO register_log VALUES (" + key + ", " + version + ")";
    }

    /** The versions that the server's rows have had, by key. */
    static Map<Integer, Set<Long>> present(MySqlServer server, int keys) {
        Map<Integer, Set<Long>> result = new HashMap<>();
        for (int i = 0; i < keys; i++) {
            Set<Long> versions = new HashSet<>();
            server.queryStrings("SELECT version FROM register_log WHERE id = " + i)
                    .forEach(each -> versions.add(Long.valueOf(each)));
            result.put(i, versions);
        }
        return result;
    }
}
