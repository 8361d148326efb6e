package io.github.readyourwrites.testcluster;

import static io.github.readyourwrites.testcluster.FailureFixture.messageOf;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Servers that come back with less than they had, or with nothing. */
class LostDataIT {

    private static MySqlCluster cluster;
    private static MySqlServer primary;
    private static MySqlServer broken;
    private static MySqlServer sound;

    @BeforeAll
    static void start() {
        cluster = MySqlCluster.start(2);
        primary = cluster.primary();
        broken = cluster.replica(0);
        sound = cluster.replica(1);
        primary.execute("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT)");
        cluster.awaitCaughtUp();
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    @AfterEach
    void healsCompletely() {
        cluster.heal();
        String rows = insert();
        cluster.awaitCaughtUp();
        for (MySqlServer each : cluster.replicas()) {
            assertEquals(rows, rows(each));
            assertEquals(primary.gtidExecuted(), each.gtidExecuted());
        }
    }

    @Test
    void wipedReplicaIsANewEmptyServerThatFollowsNobody() {
        String uuid = broken.serverUuid();
        int port = broken.port();
        cluster.wipe(broken);
        assertEquals(port, broken.port());
        assertNotEquals(uuid, broken.serverUuid());
        assertEquals("", broken.gtidExecuted());
        assertTrue(broken.queryStrings("SHOW TABLES").isEmpty());
        assertEquals("1", broken.queryString("SELECT @@GLOBAL.read_only"));
        assertNull(broken.faults().status());
        insert();
        cluster.awaitCaughtUp();
        cluster.rejoin(broken);
        assertEquals(rows(primary), rows(broken));
    }

    @Test
    void rebuildsAWipedReplicaFromAPrimaryThatHasPurgedItsLogs() {
        cluster.wipe(broken);
        String rows = insert();
        primary.execute("FLUSH BINARY LOGS");
        primary.execute("PURGE BINARY LOGS TO '" + lastLog() + "'");
        assertNotEquals("", primary.queryString("SELECT @@GLOBAL.gtid_purged"));
        cluster.rejoin(broken);
        assertEquals(rows, rows(broken));
        assertNotEquals(primary.serverUuid(), broken.serverUuid());
        assertEquals("1", broken.queryString("SELECT @@GLOBAL.read_only"));
    }

    @Test
    void refusesToWipeThePrimary() {
        assertThrows(IllegalArgumentException.class, () -> cluster.wipe(primary));
    }

    @Test
    void replicaRestartedBehindHasWhatItHadWhenItsStateWasSaved() {
        String uuid = broken.serverUuid();
        insert();
        cluster.awaitCaughtUp();
        String before = rows(broken);
        String executed = broken.gtidExecuted();
        broken.saveState();
        insert();
        cluster.awaitCaughtUp();
        assertNotEquals(before, rows(broken));

        broken.restartBehind();
        assertEquals(before, rows(broken));
        assertEquals(executed, broken.gtidExecuted());
        assertEquals(uuid, broken.serverUuid());
        assertFalse(requireNonNull(broken.faults().status()).isLinkStarted());
        assertThrows(MySqlClusterException.class, () -> cluster.awaitCaughtUp(Duration.ofMillis(200)));

        broken.startLink();
        broken.startApplier();
        cluster.awaitCaughtUp();
        assertEquals(rows(primary), rows(broken));
    }

    @Test
    void goesBackToTheSameStateAsOftenAsWanted() {
        String before = rows(broken);
        broken.saveState();
        for (int i = 0; i < 2; i++) {
            insert();
            broken.restartBehind();
            assertEquals(before, rows(broken));
            broken.restart();
            cluster.awaitCaughtUp();
        }
    }

    @Test
    void primaryRestartedBehindGivesGtidsAwayTwiceAndReplicasAreRebuilt() {
        primary.saveState();
        String executed = primary.gtidExecuted();
        insert();
        cluster.awaitCaughtUp();
        primary.restartBehind();
        assertEquals(executed, primary.gtidExecuted());
        insert();
        assertEquals(primary.gtidExecuted(), sound.gtidExecuted());
        primary.execute("DELETE FROM t WHERE id = 0");
    }

    @Test
    void savingKeepsConnections() throws SQLException {
        try (Connection connection = broken.connect()) {
            broken.saveState();
            assertTrue(connection.isValid(10));
        }
        assertFalse(broken.faults().isFrozen());
    }

    @Test
    void saysThatNoStateWasSaved() {
        String message = messageOf(sound::restartBehind);
        assertTrue(message.contains("No state was saved"), message);
        assertTrue(sound.isRunning());
    }

    private static String lastLog() {
        var logs = primary.queryStrings("SHOW BINARY LOGS");
        return logs.get(logs.size() - 1);
    }

    /** Adds a row and returns how many there are on the primary. */
    private static String insert() {
        primary.execute("INSERT INTO t () VALUES ()");
        return rows(primary);
    }

    private static String rows(MySqlServer server) {
        return server.queryString("SELECT COUNT(*) FROM t");
    }
}
