package io.github.readyourwrites.testcluster;

import static io.github.readyourwrites.testcluster.FailureFixture.messageOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DistributionTest {

    @Test
    void refusesAHomeWithoutServer(@TempDir Path home) {
        SharedLibraries libraries = new SharedLibraries(home, List.of(), "");
        String message = messageOf(() -> Distribution.at(home, libraries));
        assertTrue(message.startsWith("No bin/mysqld in " + home), message);
        assertTrue(message.contains("RYW_MYSQL_HOME"), message);
    }

    @Test
    void choosesTheBundledArchiveBySystem() {
        assertEquals("mysql-Linux-amd64.tar.gz", BundledMySql.archive("Linux", "amd64"));
        assertEquals("mysql-Mac_OS_X-x86_64.tar.gz", BundledMySql.archive("Mac OS X", "aarch64"));
        String message = messageOf(() -> BundledMySql.archive("Linux", "aarch64"));
        assertTrue(message.contains("RYW_MYSQL_HOME"), message);
    }

    @Test
    void knowsABundledVersionBySeriesAndInFull() {
        assertEquals(BundledMySql.V5_7, BundledMySql.of("5.7"));
        assertEquals(BundledMySql.V5_7, BundledMySql.of("5.7.22"));
        assertEquals(BundledMySql.V8_0, BundledMySql.of("8.0"));
        String message = messageOf(() -> BundledMySql.of("8.4"));
        assertTrue(message.startsWith("No bundled MySQL 8.4: 5.7 and 8.0 are; set RYW_MYSQL_HOME"), message);
    }

    @Test
    void takesTheArchiveOfTheChosenVersionThoughBothJarsHaveOne(@TempDir Path folder) {
        for (BundledMySql each : BundledMySql.values()) {
            Path home = each.unpack(folder.resolve(each.name()));
            ServerVersion version = Distribution.at(home, SharedLibraries.ofThisSystem(folder.resolve("lib " + each)))
                    .version();
            assertEquals(each, BundledMySql.of(version.toString()));
        }
    }
}
