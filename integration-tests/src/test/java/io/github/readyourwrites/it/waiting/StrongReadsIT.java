package io.github.readyourwrites.it.waiting;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** STRONG reads ask the primary before they read; those that ask at the same time share the question. */
@ExtendWith(SharedCluster.class)
class StrongReadsIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final int READERS = 100;

    private static final String READ = "SELECT v FROM receipt WHERE id = 0";

    /** Fences, and the connections that they came over, as the primary has logged them. */
    private static final String LOGGED = "SELECT %s FROM mysql.general_log WHERE command_type = 'Query'"
            + " AND CONVERT(argument USING utf8) LIKE '/* ryw-fence */ SELECT @@GLOBAL.gtid_owned%%'";

    @BeforeEach
    void logStatements(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS receipt",
                        "CREATE TABLE receipt (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO receipt VALUES (0, 0)",
                        "SET GLOBAL log_output = 'TABLE'",
                        "SET GLOBAL general_log = ON");
        cluster.awaitCaughtUp();
    }

    @AfterEach
    void endLog(MySqlCluster cluster) {
        cluster.heal();
        cluster.primary().execute("SET GLOBAL general_log = OFF", "SET GLOBAL log_output = 'FILE'");
    }

    @Test
    void concurrentReadsShareFencesAndOneIsInFlight(MySqlCluster cluster) throws SQLException, InterruptedException {
        try (ShardingSphereFixture fixture = open(cluster)) {
            assertEquals("0", readStrong(fixture));
            long before = fences(cluster);
            cluster.primary().execute("UPDATE receipt SET v = 7 WHERE id = 0");
            Queue<String> seen = new ConcurrentLinkedQueue<>();
            List<Thread> readers = IntStream.range(0, READERS)
                    .mapToObj(each -> new Thread(() -> seen.add(readStrong(fixture)), "strong-reader-" + each))
                    .toList();
            cluster.primary().freeze();
            readers.forEach(Thread::start);
            await().atMost(PATIENCE).until(() -> readers.stream().allMatch(StrongReadsIT::waitsForAFence));
            cluster.primary().thaw();
            for (Thread each : readers) {
                each.join();
            }
            assertEquals(READERS, seen.stream().filter("7"::equals).count(), seen::toString);
            long fences = fences(cluster) - before;
            // The one that was in flight, and one for all who came later. A third if the first was sent very early.
            assertTrue(fences >= 1 && fences <= 3, fences + " fences for " + READERS + " reads");
            // The connection of fences is made anew every ten seconds.
            int connections =
                    Integer.parseInt(cluster.primary().queryString(LOGGED.formatted("COUNT(DISTINCT thread_id)")));
            assertTrue(connections <= 2, connections + " connections");
        }
    }

    /** The control: reads that come one after the other cannot share, since each fence must be younger than its read. */
    @Test
    void readsOneAfterTheOtherCostOneFenceEach(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster)) {
            readStrong(fixture);
            long before = fences(cluster);
            for (int i = 1; i <= 20; i++) {
                cluster.primary().execute("UPDATE receipt SET v = " + i + " WHERE id = 0");
                assertEquals(String.valueOf(i), readStrong(fixture));
            }
            assertEquals(20, fences(cluster) - before);
        }
    }

    /** The control: what STRONG sees and SESSION does not, a commit of another client that no replica has. */
    @Test
    void readsOfOtherLevelsCostNoFenceAndMayMissWhatOthersWrote(MySqlCluster cluster) throws SQLException {
        try (ShardingSphereFixture fixture = open(cluster);
                RywSession ignored = RywSession.open()) {
            assertEquals("0", fixture.query(READ));
            long before = fences(cluster);
            cluster.replicas().forEach(MySqlServer::stopApplier);
            cluster.primary().execute("UPDATE receipt SET v = 7 WHERE id = 0");
            for (int i = 0; i < 20; i++) {
                assertEquals("0", fixture.query(READ));
            }
            assertEquals(0, fences(cluster) - before);
        }
    }

    private static ShardingSphereFixture open(MySqlCluster cluster) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties("wait-timeout-milliseconds: 60000, probe-timeout-milliseconds: 60000,"
                        + " session-includes-sessionless: false")
                .open(ShardingSphereFixture.READ_YOUR_WRITES);
    }

    private static String readStrong(ShardingSphereFixture fixture) {
        try (RywSession session = RywSession.open();
                RywSession ignored = session.require(ConsistencyLevel.STRONG)) {
            return fixture.query(READ);
        } catch (SQLException ex) {
            return String.valueOf(ex.getMessage());
        }
    }

    private static boolean waitsForAFence(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(each -> each.getClassName().endsWith(".Fences")
                        && each.getMethodName().equals("await"));
    }

    private static long fences(MySqlCluster cluster) {
        return Long.parseLong(cluster.primary().queryString(LOGGED.formatted("COUNT(*)")));
    }
}
