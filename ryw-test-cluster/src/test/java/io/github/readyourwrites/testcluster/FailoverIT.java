package io.github.readyourwrites.testcluster;

import static io.github.readyourwrites.testcluster.FailureFixture.messageOf;
import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A replica becomes the primary, and everything can be as before afterwards. */
class FailoverIT {

    private static MySqlCluster cluster;
    private static MySqlServer first;
    private static MySqlServer candidate;
    private static MySqlServer other;

    @BeforeAll
    static void start() {
        cluster = MySqlCluster.start(2);
        first = cluster.primary();
        candidate = cluster.replica(0);
        other = cluster.replica(1);
        first.execute("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT)");
        cluster.awaitCaughtUp();
    }

    @AfterAll
    static void close() {
        cluster.close();
    }

    @AfterEach
    void healsToTheFirstRoles() {
        cluster.heal();
        assertEquals(first, cluster.primary());
        assertEquals(List.of(candidate, other), cluster.replicas());
        String rows = insert();
        cluster.awaitCaughtUp();
        for (MySqlServer each : cluster.replicas()) {
            assertEquals(rows, rows(each));
            assertEquals(first.gtidExecuted(), each.gtidExecuted());
            assertFalse(takesWritesOfTheApplication(each));
        }
        assertTrue(takesWritesOfTheApplication(first));
    }

    @Test
    void switchesOverWithoutLosingAWrite() {
        candidate.delay(600);
        String rows = insert();
        cluster.promote(candidate);
        assertEquals(candidate, cluster.primary());
        assertEquals(List.of(first, other), cluster.replicas());
        assertEquals(rows, rows(candidate));
        assertTrue(takesWritesOfTheApplication(candidate));
        assertFalse(takesWritesOfTheApplication(first));
        insert();
        cluster.awaitCaughtUp();
        assertEquals(rows(candidate), rows(first));
        assertEquals(rows(candidate), rows(other));
    }

    @Test
    void failsOverFromACrashedPrimaryWhichRejoins() {
        String uuid = first.serverUuid();
        first.crash();
        cluster.promote(candidate);
        insert();
        cluster.awaitCaughtUp();
        assertEquals(rows(candidate), rows(other));
        assertThrows(SQLException.class, first::connect);
        cluster.rejoin(first);
        assertEquals(uuid, first.serverUuid());
        assertEquals(rows(candidate), rows(first));
        assertFalse(takesWritesOfTheApplication(first));
    }

    @Test
    void losesWhatTheNewPrimaryNeverReceived() {
        String uuid = first.serverUuid();
        String kept = rows(first);
        candidate.stopLink();
        other.stopLink();
        String lost = insert();
        first.crash();
        cluster.promote(candidate);
        assertEquals(kept, rows(candidate));
        first.restart();
        assertEquals(lost, rows(first));
        assertFalse(takesWritesOfTheApplication(first));
        cluster.rejoin(first);
        assertEquals(kept, rows(first));
        assertNotEquals(uuid, first.serverUuid());
    }

    @Test
    void healsAReplicaThatHasMoreThanTheNewPrimary() {
        String kept = rows(first);
        candidate.stopLink();
        String lost = insert();
        cluster.awaitCaughtUp(other);
        first.crash();
        cluster.promote(candidate);
        assertEquals(kept, rows(candidate));
        assertEquals(lost, rows(other));
        cluster.heal();
        assertEquals(kept, rows(other));
    }

    @Test
    void refusesToLoseWhatADelayHoldsBack() {
        candidate.delay(600);
        candidate.stopLink();
        String message = messageOf(() -> cluster.promote(candidate));
        assertTrue(message.contains("with its link stopped and a delay"), message);
    }

    @Test
    void appliesWhatHasArrivedEvenWhereTheApplierWasStopped() {
        candidate.stopApplier();
        first.execute(Collections.nCopies(500, "INSERT INTO t () VALUES ()").toArray(String[]::new));
        String rows = insert();
        cluster.awaitCaughtUp(other);
        await().until(() -> hasReceivedEverything(candidate));
        candidate.stopLink();
        first.crash();
        cluster.promote(candidate);
        assertEquals(rows, rows(candidate));
    }

    @Test
    void leavesAPrimaryAloneThatHasMoreThanTheNewOne() {
        candidate.stopLink();
        String rows = insert();
        cluster.promote(candidate);
        assertEquals(rows, rows(first));
        assertFalse(takesWritesOfTheApplication(first));
        assertEquals(null, first.faults().status());
    }

    @Test
    void keepsTheRolesWhenServersRestart() {
        cluster.promote(candidate);
        candidate.restart();
        first.restart();
        assertTrue(takesWritesOfTheApplication(candidate));
        assertFalse(takesWritesOfTheApplication(first));
        insert();
        cluster.awaitCaughtUp();
    }

    @Test
    void keepsOtherReplicasAsTheyWere() {
        other.stopApplier();
        cluster.promote(candidate);
        ReplicationStatus status = requireNonNull(other.faults().status());
        assertEquals(candidate.port(), status.sourcePort());
        assertTrue(status.isLinkStarted());
        assertFalse(status.isApplierRunning());
    }

    @Test
    void followsFromOnePromotedToTheNext() {
        first.freeze();
        cluster.promote(candidate);
        candidate.crash();
        cluster.promote(other);
        assertEquals(List.of(candidate, first), cluster.replicas());
        insert();
        cluster.rejoin(first);
        cluster.rejoin(candidate);
        assertEquals(rows(other), rows(first));
        assertEquals(rows(other), rows(candidate));
    }

    @Test
    void refusesAReplicaThatIsDown() {
        other.crash();
        String message = messageOf(() -> cluster.promote(other));
        assertTrue(message.startsWith(other + " cannot be promoted"), message);
        assertEquals(first, cluster.primary());
    }

    private static boolean takesWritesOfTheApplication(MySqlServer server) {
        try (Connection connection = server.connect("app", "app");
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("INSERT INTO t VALUES (-1)");
            connection.rollback();
            return true;
        } catch (SQLException ex) {
            assertTrue(String.valueOf(ex.getMessage()).contains("read-only"), ex.getMessage());
            return false;
        }
    }

    private static boolean hasReceivedEverything(MySqlServer replica) {
        String received = requireNonNull(replica.faults().status()).received();
        return replica.queryString("SELECT GTID_SUBSET(GTID_SUBTRACT('"
                        + cluster.primary().gtidExecuted() + "', @@GLOBAL.gtid_executed), '" + received + "')")
                .equals("1");
    }

    /** Adds a row and returns how many there are on the primary. */
    private static String insert() {
        cluster.primary().execute("INSERT INTO t () VALUES ()");
        return rows(cluster.primary());
    }

    private static String rows(MySqlServer server) {
        return server.queryString("SELECT COUNT(*) FROM t");
    }
}
