package io.github.readyourwrites.testcluster;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Nothing is left of a cluster, however it ends. */
class CleanupIT {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void closeEndsServersAndDeletesTheirFolders() {
        MySqlCluster cluster = MySqlCluster.start(1);
        List<MySqlServer> servers = List.of(cluster.primary(), cluster.replica(0));
        List<Path> folders = servers.stream()
                .map(each ->
                        Path.of(each.queryString("SELECT @@GLOBAL.datadir")).getParent())
                .toList();
        assertTrue(folders.stream().allMatch(Files::isDirectory));
        servers.get(1).freeze();
        cluster.close();
        assertTrue(servers.stream().noneMatch(MySqlServer::isRunning));
        assertTrue(folders.stream().noneMatch(Files::exists));
        cluster.close();
    }

    @Test
    void endOfTheJvmEndsServersAndDeletesTheFolder() throws Exception {
        try (Owner owner = Owner.start()) {
            owner.process.getOutputStream().close();
            await().atMost(LIMIT).until(() -> !owner.process.isAlive());
            assertEquals(0, owner.process.exitValue());
            // At once: this is the shutdown hook's work, which the watchdog would only do a moment later.
            owner.assertNothingLeft();
        }
    }

    @Test
    void killedJvmLeavesNothing() throws Exception {
        try (Owner owner = Owner.start()) {
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(owner.folder)));
            owner.process.destroyForcibly();
            await().atMost(LIMIT).until(() -> !owner.process.isAlive());
            assertEquals(137, owner.process.exitValue());
            await().atMost(LIMIT).untilAsserted(owner::assertNothingLeft);
        }
    }

    /** A child JVM with a cluster of its own. */
    private record Owner(Process process, Path folder, List<Long> pids) implements AutoCloseable {

        static Owner start() throws IOException {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            OwnerFixture.class.getName())
                    .redirectError(Redirect.INHERIT)
                    .start();
            String line = process.inputReader()
                    .lines()
                    .filter(each -> each.startsWith("OWNER "))
                    .findFirst()
                    .orElseThrow();
            String[] words = line.split(" ");
            Owner result = new Owner(
                    process,
                    Path.of(words[1]),
                    Stream.of(words).skip(2).map(Long::valueOf).toList());
            assertTrue(Files.isDirectory(result.folder));
            assertEquals(2, result.pids.stream().filter(Owner::isAlive).count());
            return result;
        }

        void assertNothingLeft() {
            assertFalse(pids.stream().anyMatch(Owner::isAlive), "servers " + pids);
            assertFalse(Files.exists(folder), "folder " + folder);
        }

        private static boolean isAlive(long pid) {
            return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}
