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
        assertEquals("/mysql-Linux-amd64.tar.gz", BundledMySql.resource("Linux", "amd64"));
        assertEquals("/mysql-Mac_OS_X-x86_64.tar.gz", BundledMySql.resource("Mac OS X", "aarch64"));
        String message = messageOf(() -> BundledMySql.resource("Linux", "aarch64"));
        assertTrue(message.contains("RYW_MYSQL_HOME"), message);
    }
}
