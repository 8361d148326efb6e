package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerOptionsTest {

    @Test
    void replacesADefaultHoweverItsNameIsWritten() {
        ServerOptions options =
                ServerOptions.defaults(new ServerVersion(8, 0, 15)).with(Map.of("Performance-Schema", "ON"));
        assertEquals("ON", options.values().get("performance_schema"));
        assertFalse(options.values().containsKey("Performance-Schema"));
    }

    @Test
    void knowsWhetherGtidsAreUsed() {
        assertTrue(ServerOptions.defaults(new ServerVersion(8, 0, 15)).usesGtids());
        assertFalse(ServerOptions.defaults(new ServerVersion(8, 0, 15))
                .with("gtid-mode", "off")
                .usesGtids());
        assertFalse(ServerOptions.defaults(new ServerVersion(8, 0, 15))
                .with("gtid_mode", "OFF_PERMISSIVE")
                .usesGtids());
    }

    @Test
    void keepsTheSocketPathShortInADeepFolder() {
        Distribution distribution =
                new Distribution(Path.of("/m"), Path.of("/m/bin/mysqld"), new ServerVersion(8, 0, 15), Map.of());
        String file = ServerOptions.defaults(new ServerVersion(8, 0, 15))
                .toOptionFile(distribution, Path.of("/" + "deep/".repeat(50)));
        assertTrue(file.lines().anyMatch("socket=mysqld.sock"::equals), file);
    }

    @Test
    void keepsReplicationInTablesWhereThatIsNotTheDefault() {
        assertEquals("TABLE", options(5, 7, 22).get("master_info_repository"));
        assertEquals("TABLE", options(5, 7, 22).get("relay_log_info_repository"));
        assertFalse(options(8, 0, 15).containsKey("master_info_repository"));
    }

    @Test
    void usesThePasswordsThatAVersionHas() {
        assertEquals("mysql_native_password", options(5, 7, 22).get("default_authentication_plugin"));
        assertEquals("OFF", options(8, 0, 43).get("loose_ssl"));
        assertFalse(options(8, 4, 0).containsKey("default_authentication_plugin"));
        assertFalse(options(8, 4, 0).containsKey("loose_ssl"));
        assertTrue(create(8, 0, 43).contains("mysql_native_password"));
        assertTrue(create(8, 4, 0).contains("caching_sha2_password"));
        assertTrue(create(9, 7, 4).contains("caching_sha2_password"));
    }

    @Test
    void namesOptionsAsAVersionDoes() {
        assertTrue(options(8, 0, 25).containsKey("log_slave_updates"));
        assertTrue(options(8, 0, 26).containsKey("log_replica_updates"));
        assertTrue(options(8, 0, 29).containsKey("innodb_log_file_size"));
        assertTrue(options(8, 0, 30).containsKey("innodb_redo_log_capacity"));
        assertEquals("skip_slave_start", ServerOptions.skipReplicaStart(new ServerVersion(8, 0, 25)));
        assertEquals("skip_replica_start", ServerOptions.skipReplicaStart(new ServerVersion(9, 7, 4)));
    }

    @Test
    void namesNothingThatLaterVersionsHaveRemoved() {
        for (String each : options(9, 7, 4).keySet()) {
            assertFalse(each.contains("slave") || each.contains("master") || each.startsWith("expire_logs"), each);
        }
    }

    private static Map<String, String> options(int major, int minor, int patch) {
        return ServerOptions.defaults(new ServerVersion(major, minor, patch)).values();
    }

    private static String create(int major, int minor, int patch) {
        return Accounts.statements(new ServerVersion(major, minor, patch), "%").get(0);
    }
}
