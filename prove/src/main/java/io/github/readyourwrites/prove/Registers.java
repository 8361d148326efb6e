package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A few rows that everybody fights for. A row's version only grows, and a trigger notes each version it had, so that the
 * end tells which writes are there. Thread-safe.
 */
final class Registers {

    private final AtomicLongArray acknowledged;

    private final AtomicLong versions = new AtomicLong();

    Registers(int keys) {
        acknowledged = new AtomicLongArray(keys);
    }

    void create(MySqlCluster cluster) {
        StringJoiner rows = new StringJoiner(", ");
        for (int i = 0; i < keys(); i++) {
            rows.add("(" + i + ", 0)");
        }
        cluster.primary()
                .execute(
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

    /** One that no write has had. */
    long newVersion() {
        return versions.incrementAndGet();
    }

    void acknowledged(int key, long version) {
        acknowledged.accumulateAndGet(key, version, Math::max);
    }

    /** The greatest version of the key that anybody has got acknowledged, 0 if none. */
    long lastAcknowledged(int key) {
        return acknowledged.get(key);
    }

    static String read(int key) {
        return "SELECT version FROM register WHERE id = " + key;
    }

    /** Changes nothing where a later version is there already. */
    static String write(int key, long version) {
        return "UPDATE register SET version = " + version + " WHERE id = " + key + " AND version < " + version;
    }

    /** Fails with a duplicate key where that version is there already. */
    static String insertAgain(int key, long version) {
        return "INSERT INTO register_log VALUES (" + key + ", " + version + ")";
    }

    /** The versions that the server's rows have had, by key. */
    static Map<Integer, Set<Long>> present(MySqlServer server) {
        List<String> rows = server.queryStrings("SELECT CONCAT(id, ' ', version) FROM register_log");
        Map<Integer, Set<Long>> result = new HashMap<>();
        for (String each : rows) {
            String[] parts = each.split(" ", 2);
            result.computeIfAbsent(Integer.valueOf(parts[0]), key -> new HashSet<>())
                    .add(Long.valueOf(parts[1]));
        }
        return result;
    }
}
