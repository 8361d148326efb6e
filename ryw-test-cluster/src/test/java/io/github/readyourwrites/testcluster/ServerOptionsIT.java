package io.github.readyourwrites.testcluster;

import static io.github.readyourwrites.testcluster.FailureFixture.messageOf;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerOptionsIT {

    @Test
    void replicatesByPositionWhereNobodyUsesGtids() {
        try (MySqlCluster cluster = MySqlCluster.builder()
                .replicas(1)
                .option("gtid_mode", "OFF")
                .option("performance-schema", "ON")
                .start()) {
            assertEquals("OFF", cluster.primary().queryString("SELECT @@GLOBAL.gtid_mode"));
            assertEquals("1", cluster.replica(0).queryString("SELECT @@GLOBAL.performance_schema"));
            cluster.replica(0).stopApplier();
            cluster.primary().execute("CREATE TABLE t (id INT)", "INSERT INTO t VALUES (1)");
            assertThrows(MySqlClusterException.class, () -> cluster.awaitCaughtUp(Duration.ofMillis(200)));
            cluster.heal();
            assertEquals("1", cluster.replica(0).queryString("SELECT COUNT(*) FROM t"));
            assertEquals("", cluster.replica(0).gtidExecuted());
        }
    }

    @Test
    void startsAReplicaWithoutGtidsBesideAnother() {
        try (MySqlCluster cluster = MySqlCluster.builder()
                .replicas(2)
                .primaryOption("max_connections", "77")
                .replicaOption(0, "gtid_mode", "OFF")
                .start()) {
            assertEquals("77", cluster.primary().queryString("SELECT @@GLOBAL.max_connections"));
            assertEquals("1000", cluster.replica(0).queryString("SELECT @@GLOBAL.max_connections"));
            assertEquals("OFF", cluster.replica(0).queryString("SELECT @@GLOBAL.gtid_mode"));
            assertNull(cluster.replica(0).faults().status());
            assertTrue(requireNonNull(cluster.replica(1).faults().status()).isLinkUp());
            cluster.awaitCaughtUp();
        }
    }

    @Test
    void showsTheLogOfAServerThatDoesNotStart() {
        MySqlCluster.Builder builder = MySqlCluster.builder().replicas(1).replicaOption(0, "no_such_option", "1");
        String message = messageOf(builder::start);
        assertTrue(message.contains("unknown variable 'no_such_option=1'"), message);
        assertFalse(
                ProcessHandle.current()
                        .children()
                        .anyMatch(each -> each.info().command().orElse("").endsWith("mysqld")),
                "a server is left");
    }

    @Test
    void refusesOptionsForAReplicaThatIsNotThere() {
        MySqlCluster.Builder builder = MySqlCluster.builder().replicas(1).replicaOption(1, "gtid_mode", "OFF");
        IllegalArgumentException ex = assertThrows(IllegalArgumentException.class, builder::start);
        assertEquals("Options for replica 1 of 1", ex.getMessage());
    }
}
