package io.github.readyourwrites.testcluster;

import static io.github.readyourwrites.testcluster.FailureFixture.messageOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.DockerClientFactory;

/** The same cluster in containers; skipped, with the reason, where Docker or an image is missing. */
class ContainersIT {

    @BeforeAll
    static void needsDocker() {
        if (!DockerClientFactory.instance().isDockerAvailable()) {
            skip("Docker does not run here");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql:8.0", "mysql:8.4", "mysql:9"})
    void replicatesAndTakesFaultsInContainers(String image) throws InterruptedException {
        try (MySqlCluster cluster = start(image)) {
            MySqlServer replica = cluster.replica(0);
            assertTrue(replica.queryString("SELECT VERSION()").startsWith(cluster.version()));
            assertEquals("", cluster.primary().gtidExecuted());
            cluster.primary().execute("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT)");
            cluster.awaitCaughtUp();

            replica.stopApplier();
            assertTrue(messageOf(() -> insertAndAwait(cluster)).contains("applier No"));
            replica.startApplier();
            cluster.awaitCaughtUp();

            replica.freeze();
            assertTrue(replica.isRunning());
            assertTrue(messageOf(() -> insertAndAwait(cluster)).contains("it is frozen"));
            int port = replica.port();
            replica.crash();
            assertFalse(replica.isRunning());
            replica.restart();
            assertEquals(port, replica.port());
            cluster.awaitCaughtUp();

            String uuid = replica.serverUuid();
            cluster.wipe(replica);
            assertEquals("", replica.gtidExecuted());
            assertNotEquals(uuid, replica.serverUuid());
            cluster.rejoin(replica);

            MySqlServer old = cluster.primary();
            old.crash();
            cluster.promote(replica);
            cluster.primary().execute("INSERT INTO t () VALUES ()");
            cluster.heal();
            assertEquals(old, cluster.primary());
            assertEquals("3", old.queryString("SELECT COUNT(*) FROM t"));

            assertTrue(messageOf(replica::saveState).contains("runs in a container"));
        }
    }

    private static void insertAndAwait(MySqlCluster cluster) {
        cluster.primary().execute("INSERT INTO t () VALUES ()");
        cluster.awaitCaughtUp(Duration.ofSeconds(1));
    }

    private static MySqlCluster start(String image) throws InterruptedException {
        needs(image);
        return MySqlCluster.builder().image(image).replicas(1).start();
    }

    /** One attempt: Testcontainers would try for minutes where no registry is to be reached. */
    private static void needs(String image) throws InterruptedException {
        DockerClient docker = DockerClientFactory.instance().client();
        if (docker.listImagesCmd().withReferenceFilter(image).exec().isEmpty()) {
            try {
                docker.pullImageCmd(image).start().awaitCompletion();
            } catch (DockerException ex) {
                skip("no image " + image + ": " + ex.getMessage());
            }
        }
    }

    private static void skip(String reason) {
        System.out.println("Skipped, containers are not tested: " + reason);
        abort(reason);
    }
}
