package io.github.readyourwrites.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every bundled MySQL replicates, also beside another. */
class VersionsIT {

    @ParameterizedTest
    @ValueSource(strings = {"5.7", "8.0"})
    void replicatesInEveryBundledVersion(String version) {
        assumeTrue(MySqlChoice.setting(MySqlChoice.HOME_KEY).isEmpty(), "an installed MySQL is tested");
        try (MySqlCluster cluster =
                MySqlCluster.builder().version(version).replicas(1).start()) {
            String answer = cluster.replica(0).queryString("SELECT VERSION()");
            assertTrue(answer.startsWith(version), answer);
            assertTrue(answer.startsWith(cluster.version()), answer);
            assertEquals("", cluster.primary().gtidExecuted());
            cluster.primary().execute("CREATE TABLE t (id INT)", "INSERT INTO t VALUES (1)");
            cluster.awaitCaughtUp();
            assertEquals("1", cluster.replica(0).queryString("SELECT id FROM t"));
            assertEquals(cluster.primary().gtidExecuted(), cluster.replica(0).gtidExecuted());
        }
    }
}
