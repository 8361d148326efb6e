package io.github.readyourwrites.testcluster;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The options of one server in the spelling of an option file, names with underscores.
 *
 * <p>Source: MySQL 8.0 Reference Manual, section 5.1.4, "Server Option, System Variable, and Status Variable
 * Reference". The prefix {@code loose_} lets a server pass over an option that its version does not have.
 */
record ServerOptions(Map<String, String> values) {

    ServerOptions {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** What every server of a cluster has: GTID replication, small buffers, no waiting for the disk. */
    static ServerOptions defaults() {
        Map<String, String> result = new LinkedHashMap<>();
        result.put("bind_address", "127.0.0.1");
        result.put("skip_name_resolve", "ON");
        result.put("loose_mysqlx", "OFF");
        result.put("loose_ssl", "OFF");
        result.put("loose_default_authentication_plugin", "mysql_native_password");
        result.put("local_infile", "ON");
        result.put("max_connections", "1000");

        result.put("gtid_mode", "ON");
        result.put("enforce_gtid_consistency", "ON");
        result.put("log_bin", "binlog");
        result.put("loose_binlog_format", "ROW");
        result.put("loose_log_slave_updates", "ON");
        result.put("relay_log", "relaylog");
        result.put("relay_log_recovery", "ON");
        result.put("report_host", "127.0.0.1");

        // A killed process loses nothing of what it has handed to the operating system.
        result.put("sync_binlog", "0");
        result.put("innodb_flush_log_at_trx_commit", "2");
        result.put("innodb_flush_method", "nosync");
        result.put("innodb_doublewrite", "OFF");

        result.put("performance_schema", "OFF");
        result.put("innodb_buffer_pool_size", "24M");
        result.put("loose_innodb_log_file_size", "8M");
        result.put("innodb_log_buffer_size", "1M");
        result.put("table_open_cache", "400");
        result.put("thread_cache_size", "32");
        result.put("log_error_verbosity", "1");
        return new ServerOptions(result);
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

    boolean usesGtids() {
        return values.getOrDefault("gtid_mode", "OFF").toUpperCase(Locale.ROOT).startsWith("ON");
    }

    /** The text of the option file; the server's own folder for temporary files is created by the caller. */
    String toOptionFile(Distribution distribution, Path folder) {
        StringBuilder result = new StringBuilder("[mysqld]\n");
        result.append("basedir=").append(distribution.home()).append('\n');
        result.append("datadir=").append(folder.resolve("data")).append('\n');
        result.append("tmpdir=").append(folder.resolve("tmp")).append('\n');
        // Relative to the data folder: the path of a socket may not be longer than about a hundred bytes.
        result.append("socket=mysqld.sock\n");
        result.append("pid_file=").append(folder.resolve("data/server.pid")).append('\n');
        if (System.getProperty("user.name").equals("root")) {
            result.append("user=root\n");
        }
        values.forEach(
                (name, value) -> result.append(name).append('=').append(value).append('\n'));
        return result.toString();
    }

    private static String normalise(String name) {
        return name.trim().toLowerCase(Locale.ROOT).replace('-', '_');
    }
}
