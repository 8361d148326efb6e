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
}
