package io.github.readyourwrites.it.failover;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlClusterException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A primary that waits seconds for an acknowledgement before it shows what its asynchronous replica shows already. Needs a
 * MySQL of 8.0.26 or later (RYW_MYSQL_HOME) and its plugins (RYW_MYSQL_PLUGINS).
 */
class PrimaryCatchUpIT {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final String READ = "SELECT v FROM account WHERE id = 1";

    private static MySqlCluster cluster;

    @BeforeAll
    static void start() {
        String plugins = System.getenv().getOrDefault("RYW_MYSQL_PLUGINS", "");
        assumeTrue(!plugins.isEmpty(), "RYW_MYSQL_PLUGINS does not name the folder of the server's plugins");
        cluster =
                MySqlCluster.builder().replicas(1).option("plugin_dir", plugins).start();
        assumeTrue(installs(), "this MySQL has no plugin for semi-synchronous replication");
    }

    private static boolean installs() {
        try {
            cluster.primary()
                    .execute(
                            "INSTALL PLUGIN rpl_semi_sync_source SONAME 'semisync_source.so'",
                            "SET GLOBAL rpl_semi_sync_source_timeout = 5000");
            return true;
        } catch (MySqlClusterException ignored) {
            return false;
        }
    }

    @AfterAll
    @SuppressWarnings("ConstantValue") // null where it could not start
    static void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void create() {
        cluster.primary()
                .execute(
                        "SET GLOBAL rpl_semi_sync_source_enabled = OFF",
                        "DROP TABLE IF EXISTS account",
                        "CREATE TABLE account (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO account VALUES (1, 0)");
        cluster.awaitCaughtUp();
    }

    @Test
    void primaryIsBehindItsReplicaWithoutTheProperty() throws SQLException {
        assertEquals("0", readFromPrimaryOnceAReplicaShowsTheWrite("monotonic-reads: false"));
    }

    @Test
    void primaryShowsWhatTheSessionHasSeen() throws SQLException {
        assertEquals("1", readFromPrimaryOnceAReplicaShowsTheWrite("monotonic-reads: true"));
    }

    private static String readFromPrimaryOnceAReplicaShowsTheWrite(String property) throws SQLException {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.builder()
                        .group("readwrite_ds", "", cluster)
                        .loadBalancerProperties("wait-timeout-milliseconds: 60000, session-includes-sessionless: false,"
                                + " max-lag-milliseconds: 600000, " + property)
                        .open(READ_YOUR_WRITES);
                RywSession ignored = RywSession.open()) {
            cluster.primary().execute("SET GLOBAL rpl_semi_sync_source_enabled = ON");
            CompletableFuture<Void> write = CompletableFuture.runAsync(
                    () -> cluster.primary().execute("UPDATE account SET v = 1 WHERE id = 1"));
            await().pollInSameThread()
                    .atMost(PATIENCE)
                    .until(() -> fixture.query(READ).equals("1"));
            String result;
            try (RywSession.PrimaryScope scope = RywSession.readFromPrimary()) {
                result = fixture.query(READ);
            }
            assertEquals(
                    RouteReason.PRIMARY_REQUESTED,
                    RywSession.lastDecision().orElseThrow().reason());
            write.join();
            return result;
        }
    }
}
