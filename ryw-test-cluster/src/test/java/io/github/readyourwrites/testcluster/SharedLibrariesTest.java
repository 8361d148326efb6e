package io.github.readyourwrites.testcluster;

import static io.github.readyourwrites.testcluster.FailureFixture.messageOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedLibrariesTest {

    @TempDir
    Path folder;

    private Path mysqld;

    /** A program that fails like the loader as long as its search path has no libaio.so.1. */
    @BeforeEach
    void createProgram() throws IOException {
        mysqld = program("""
                #!/bin/sh
                [ -e "${LD_LIBRARY_PATH%%:*}/libaio.so.1" ] && echo 'mysqld  Ver 8.0.15 for Linux' && exit 0
                echo "$0: error while loading shared libraries: libaio.so.1: cannot open shared object file: No such file" >&2
                exit 127
                """);
    }

    @ParameterizedTest
    @CsvSource({
        "debian, 12, apt-get update && apt-get install -y libaio1 libnuma1",
        "debian, 13, apt-get update && apt-get install -y libaio1t64 libnuma1",
        "ubuntu, 22.04, apt-get update && apt-get install -y libaio1 libnuma1",
        "ubuntu, 18.04, apt-get update && apt-get install -y libaio1 libnuma1",
        "ubuntu, 24.04, apt-get update && apt-get install -y libaio1t64 libnuma1",
        "fedora, 41, dnf install -y libaio numactl-libs",
        "\"rocky rhel\", 9.4, dnf install -y libaio numactl-libs"
    })
    void namesTheCommandThatInstalls(String system, String version, String command) {
        String osRelease = "ID=" + system + "\nVERSION_ID=\"" + version + "\"\nHOME_URL=x\n";
        String message = messageOf(() -> libraries(osRelease).load(mysqld));
        assertEquals("mysqld needs the shared library libaio.so.1; install it with: " + command, message);
    }

    @Test
    void givesARenamedLibraryItsOldName() throws IOException {
        Files.createFile(Files.createDirectory(folder.resolve("system")).resolve("libaio.so.1t64"));
        SharedLibraries.Loaded loaded =
                libraries("ID=debian\nVERSION_ID=\"13\"\n").load(mysqld);
        assertEquals("mysqld  Ver 8.0.15 for Linux", loaded.output());
        assertTrue(Files.isSymbolicLink(folder.resolve("links/libaio.so.1")));
        String searchPath = String.valueOf(loaded.environment().get("LD_LIBRARY_PATH"));
        assertTrue(searchPath.startsWith(folder.resolve("links").toString()), searchPath);
    }

    @Test
    void showsAnyOtherReason() throws IOException {
        Path broken = program("#!/bin/sh\necho 'cannot execute: wrong processor'\nexit 126\n");
        String message = messageOf(() -> libraries("").load(broken));
        assertEquals(broken + " does not run: cannot execute: wrong processor", message);
    }

    private SharedLibraries libraries(String osRelease) {
        return new SharedLibraries(folder.resolve("links"), List.of(folder.resolve("system")), osRelease);
    }

    private Path program(String script) throws IOException {
        Path result = Files.createTempFile(
                folder,
                "mysqld",
                "",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        return Files.writeString(result, script);
    }
}
