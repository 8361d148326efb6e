package io.github.readyourwrites.testcluster;

import static io.github.readyourwrites.testcluster.FailureFixture.messageOf;
import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Each fault does what it says to one replica, spares the other, and is undone by {@code heal()}. */
class FaultsIT {

    private static MySqlCluster cluster;
    private static MySqlServer broken;
    private static MySqlServer sound;

    @BeforeAll
    static void start() {
        cluster = MySqlCluster.start(2);
        broken = cluster.replica(0);
        sound = cluster.replica(1);
        cluster.primary().execute("CREATE TABLE t (id INT PRIMARY KEY AUTO_INCREMENT)");
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
        assertEquals(rows, rows(broken));
        assertEquals(rows, rows(sound));
    }

    @Test
    void stoppedApplierReceivesAndDoesNotApply() {
        broken.stopApplier();
        String rows = insertAndAwaitSound();
        await().until(() -> hasReceivedEverything(broken));
        assertNotEquals(rows, rows(broken));
        broken.startApplier();
        cluster.awaitCaughtUp();
        assertEquals(rows, rows(broken));
    }

    @Test
    void stoppedLinkReceivesNothing() {
        broken.stopLink();
        String rows = insertAndAwaitSound();
        assertFalse(hasReceivedEverything(broken));
        assertNotEquals(rows, rows(broken));
        broken.startLink();
        cluster.awaitCaughtUp();
        assertEquals(rows, rows(broken));
    }

    @Test
    void delayedReplicaStaysBehindUntilTheDelayEnds() {
        broken.delay(600);
        String rows = insertAndAwaitSound();
        await().until(() -> hasReceivedEverything(broken));
        assertNotEquals(rows, rows(broken));
        broken.delay(0);
        cluster.awaitCaughtUp();
        assertEquals(rows, rows(broken));
    }

    @Test
    void delayKeepsAStoppedApplierStopped() {
        broken.stopApplier();
        broken.delay(1);
        assertFalse(requireNonNull(broken.faults().status()).isApplierRunning());
    }

    @Test
    void lockedTablesStopAnApplierThatLooksAlive() {
        broken.lockTables();
        String rows = insertAndAwaitSound();
        await().until(() -> hasReceivedEverything(broken));
        assertTrue(requireNonNull(broken.faults().status()).isApplierRunning());
        assertNotEquals(rows, rows(broken));
        broken.unlockTables();
        cluster.awaitCaughtUp();
        assertEquals(rows, rows(broken));
    }

    @Test
    void frozenServerKeepsItsConnectionsAndAnswersNothing() throws SQLException {
        try (Connection connection = broken.connect()) {
            broken.freeze();
            assertTrue(broken.isRunning());
            assertFalse(connection.isValid(1));
        }
        String message = messageOf(() -> cluster.awaitCaughtUp(Duration.ofMillis(500)));
        assertTrue(message.startsWith(broken + " has not caught up"), message);
        assertTrue(message.contains("it is frozen"), message);
        broken.thaw();
        cluster.awaitCaughtUp();
    }

    @Test
    void crashedServerComesBackOnItsPortWithItsData() {
        String uuid = broken.serverUuid();
        int port = broken.port();
        String before = insert();
        cluster.awaitCaughtUp();
        long pid = broken.pid();
        broken.crash();
        assertFalse(broken.isRunning());
        assertFalse(ProcessHandle.of(pid).isPresent());
        assertThrows(SQLException.class, broken::connect);
        String message = messageOf(() -> cluster.awaitCaughtUp(Duration.ofMillis(200)));
        assertTrue(message.contains("it is not running"), message);
        broken.restart();
        assertTrue(broken.isRunning());
        assertEquals(uuid, broken.serverUuid());
        assertEquals(port, broken.port());
        assertEquals(before, rows(broken));
    }

    @Test
    void restartSaysThatThePortWasTaken() throws Exception {
        broken.crash();
        try (ServerSocket other = new ServerSocket(broken.port(), 1, InetAddress.getLoopbackAddress())) {
            String message = messageOf(broken::restart);
            assertTrue(message.contains("port " + other.getLocalPort()), message);
        }
    }

    @Test
    void crashedPrimaryIsFollowedAgain() {
        cluster.primary().crash();
        cluster.heal();
        assertEquals(insertAndAwaitSound(), rows(sound));
    }

    @Test
    void forgottenGtidsAreGivenBack() {
        String executed = broken.gtidExecuted();
        broken.resetGtidHistory();
        assertEquals("", broken.gtidExecuted());
        insertAndAwaitSound();
        cluster.heal();
        assertNotEquals(executed, broken.gtidExecuted());
        assertEquals(cluster.primary().gtidExecuted(), broken.gtidExecuted());
    }

    @Test
    void healsEveryFaultAtOnce() {
        sound.delay(600);
        sound.stopLink();
        broken.stopApplier();
        broken.resetGtidHistory();
        broken.lockTables();
        broken.freeze();
        cluster.primary().crash();
        cluster.heal();
        insert();
        cluster.awaitCaughtUp();
        assertEquals(rows(cluster.primary()), rows(sound));
    }

    @Test
    void tellsWhyAReplicaHasNotCaughtUp() {
        broken.stopApplier();
        insert();
        String message = messageOf(() -> cluster.awaitCaughtUp(Duration.ofMillis(200)));
        assertTrue(message.startsWith(broken + " has not caught up"), message);
        assertTrue(message.contains("lacks it: link Yes, applier No, delay 0 s"), message);
    }

    private static String insertAndAwaitSound() {
        String result = insert();
        cluster.awaitCaughtUp(sound);
        return result;
    }

    /** Adds a row and returns how many there are on the primary. */
    private static String insert() {
        cluster.primary().execute("INSERT INTO t () VALUES ()");
        return rows(cluster.primary());
    }

    private static String rows(MySqlServer server) {
        return server.queryString("SELECT COUNT(*) FROM t");
    }

    /** Whether all that the replica has not applied has at least arrived there. */
    private static boolean hasReceivedEverything(MySqlServer replica) {
        String received = requireNonNull(replica.faults().status()).received();
        return replica.queryString("SELECT GTID_SUBSET(GTID_SUBTRACT('"
                        + cluster.primary().gtidExecuted() + "', @@GLOBAL.gtid_executed), '" + received + "')")
                .equals("1");
    }
}
