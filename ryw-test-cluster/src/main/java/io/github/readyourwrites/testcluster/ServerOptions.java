package io.github.readyourwrites.testcluster;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The options of one server in the spelling of an option file, names with underscores.
 *
 * <p>Sources: MySQL 8.0 Reference Manual, section 5.1.4, "Server Option, System Variable, and Status Variable
 * Reference"; MySQL 8.4 and 9.x Reference Manuals, section 1.4, "Server and Status Variables and Options Added,
 * Deprecated, or Removed". The prefix {@code loose_} lets a server pass over an option that its build does not have.
 */
record ServerOptions(Map<String, String> values) {

    ServerOptions {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** What every server of a cluster has: GTID replication, small buffers, no waiting for the disk. */
    static ServerOptions defaults(ServerVersion version) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("skip_name_resolve", "ON");
        // Builds differ in the folder to which they confine LOAD DATA, and do not start without it.
        result.put("secure_file_priv", "");
        result.put("local_infile", "ON");
        result.put("max_connections", "1000");
        result.put("loose_mysqlx", "OFF");
        if (!version.isAtLeast(8, 4, 0)) {
            // Later accounts have passwords that are sent in the clear over TLS only, so TLS stays.
            result.put("loose_ssl", "OFF");
            result.put("default_authentication_plugin", "mysql_native_password");
        }

        result.put("gtid_mode", "ON");
        result.put("enforce_gtid_consistency", "ON");
        result.put("log_bin", "binlog");
        result.put(version.isAtLeast(8, 0, 26) ? "log_replica_updates" : "log_slave_updates", "ON");
        result.put("relay_log", "relaylog");
        result.put("relay_log_recovery", "ON");
        if (!version.isAtLeast(8, 0, 0)) {
            // Else a crash leaves files that say less than the tables: the default since 8.0, and removed in 8.3.
            result.put("master_info_repository", "TABLE");
            result.put("relay_log_info_repository", "TABLE");
        }

        // A killed process loses nothing of what it has handed to the operating system.
        result.put("sync_binlog", "0");
        result.put("innodb_flush_log_at_trx_commit", "2");
        putQuickDisk(result, version);

        result.put("innodb_buffer_pool_size", "24M");
        result.put("innodb_log_buffer_size", "1M");
        result.put("table_open_cache", "400");
        result.put("thread_cache_size", "32");
        result.put("log_error_verbosity", "1");
        return new ServerOptions(result);
    }

    /** What the initialising of data needs. */
    static ServerOptions forInitialising(ServerVersion version) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("skip_log_bin", "ON");
        putQuickDisk(result, version);
        return new ServerOptions(result);
    }

    private static void putQuickDisk(Map<String, String> options, ServerVersion version) {
        options.put("performance_schema", "OFF");
        options.put("innodb_flush_method", "nosync");
        options.put("innodb_doublewrite", "OFF");
        if (version.isAtLeast(8, 0, 30)) {
            options.put("innodb_redo_log_capacity", "16M");
        } else {
            options.put("innodb_log_file_size", "8M");
        }
    }

    /** The option that keeps a replica's threads from starting with the server. */
    static String skipReplicaStart(ServerVersion version) {
        return version.isAtLeast(8, 0, 26) ? "skip_replica_start" : "skip_slave_start";
    }

    /** These options and others, which win. */
    ServerOptions with(Map<String, String> others) {
        Map<String, String> result = new LinkedHashMap<>(values);
        others.forEach((name, value) -> result.put(normalise(name), value));
        return new ServerOptions(result);
    }

    ServerOptions with(String name, Object value) {
        return with(Map.of(name, value.toString()));
    }

    /** These options, and this one where there is none of its name. */
    ServerOptions orElse(String name, String value) {
        return values.containsKey(name) ? this : with(name, value);
    }

    boolean usesGtids() {
        return values.getOrDefault("gtid_mode", "OFF").toUpperCase(Locale.ROOT).startsWith("ON");
    }

    /** The text of the option file; the server's own folder for temporary files is created by the caller. */
    String toOptionFile(Distribution distribution, Path folder) {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("basedir", distribution.home().toString());
        result.put("datadir", folder.resolve("data").toString());
        result.put("tmpdir", folder.resolve("tmp").toString());
        // Relative to the data folder: the path of a socket may not be longer than about a hundred bytes.
        result.put("socket", Folders.SOCKET);
        result.put("pid_file", folder.resolve("data/server.pid").toString());
        if (System.getProperty("user.name").equals("root")) {
            result.put("user", "root");
        }
        result.putAll(values);
        return new ServerOptions(result).toOptionFile();
    }

    /** The text of an option file with these options and nothing else. */
    String toOptionFile() {
        StringBuilder result = new StringBuilder("[mysqld]\n");
        values.forEach(
                (name, value) -> result.append(name).append('=').append(value).append('\n'));
        return result.toString();
    }

    private static String normalise(String name) {
        return name.trim().toLowerCase(Locale.ROOT).replace('-', '_');
    }
}
