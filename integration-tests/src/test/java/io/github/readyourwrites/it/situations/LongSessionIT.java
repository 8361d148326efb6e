package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Very many writes in one session, with gaps between them that other clients' commits fill: the token stays short. */
@ExtendWith(SharedCluster.class)
class LongSessionIT {

    private static final int WRITERS = 2;

    /**
     * Commits per round trip. Not more, since MySQL sends an unreadable answer once the GTIDs of one command, among those
     * of others, make a text of more than 250 bytes.
     */
    private static final int BATCH = 20;

    /** In characters: what a cookie takes. So long only while commits come faster than the primary can be asked. */
    private static final int LONGEST_TOKEN = 4096;

    /** In characters: one that says of one primary nothing but "ask it" is shorter, one with a position is longer. */
    private static final int TOKEN_WITH_POSITION = 90;

    /** In characters: some sixteen intervals. */
    private static final int SHORT_TOKEN = 300;

    /** One per test: what another test's session wrote, on another cluster, would stand in the token as well. */
    private final String key = "long-" + UUID.randomUUID();

    private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);

    private final AtomicBoolean done = new AtomicBoolean();

    private final AtomicInteger longest = new AtomicInteger();

    @AfterEach
    void endThreads() {
        done.set(true);
        threads.shutdownNow();
    }

    @Test
    void keepsTheTokenShortOverAHundredThousandWritesThatNoReplicaHas() throws Exception {
        // A cluster of its own: nobody has to wait for its replica to catch up.
        try (MySqlCluster cluster = MySqlCluster.builder()
                .replicas(1)
                .option("innodb_flush_log_at_trx_commit", "0")
                .start()) {
            createTable(cluster);
            cluster.replica(0).stopLink();
            writeAndAssert(cluster, 100_000);
        }
    }

    @Test
    void keepsTheTokenShortWhileReplicasFollow(MySqlCluster cluster) throws Exception {
        createTable(cluster);
        writeAndAssert(cluster, 10_000);
        cluster.awaitCaughtUp(Duration.ofMinutes(5));
    }

    private static void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
        cluster.primary().execute("INSERT INTO account VALUES (2, 0), (3, 0)");
        cluster.awaitCaughtUp();
    }

    private void writeAndAssert(MySqlCluster cluster, int commits) throws Exception {
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, READ_YOUR_WRITES)) {
            write(cluster, commits);
            assertShortAndComplete(fixture, commits);
        }
    }

    private void assertShortAndComplete(ShardingSphereFixture fixture, int writes) throws SQLException {
        assertTrue(longest.get() <= LONGEST_TOKEN, () -> "on the way: " + longest);
        String token;
        try (RywSession session = RywSession.open(key)) {
            await().pollInSameThread().untilAsserted(() -> {
                fixture.execute("UPDATE account SET v = v + 1 WHERE id = 3");
                int length = session.token().length();
                assertTrue(length >= TOKEN_WITH_POSITION && length <= SHORT_TOKEN, () -> "at rest: " + length);
            });
            token = session.token();
        }
        try (RywSession ignored = RywSession.resume(token)) {
            assertEquals(String.valueOf(writes), fixture.query("SELECT SUM(v) FROM account WHERE id <= " + WRITERS));
        }
    }

    /** Commits one by one, on several connections of one session, among the commits of another client. */
    private void write(MySqlCluster cluster, int commits) throws Exception {
        GtidSet before = GtidSet.parse(cluster.primary().gtidExecuted());
        Future<Integer> others = threads.submit(() -> writeAsAnotherClient(cluster));
        List<Future<?>> writers = new ArrayList<>();
        for (int i = 1; i <= WRITERS; i++) {
            int row = i;
            writers.add(threads.submit(() -> {
                writeInSession(cluster, row, commits / WRITERS);
                return row;
            }));
        }
        for (Future<?> each : writers) {
            each.get();
        }
        done.set(true);
        int foreign = others.get();
        assertTrue(foreign > commits / 100, "the other client's commits: " + foreign);
        GtidSet after = GtidSet.parse(cluster.primary().gtidExecuted());
        assertEquals(commits + foreign, after.subtract(before).count());
    }

    private void writeInSession(MySqlCluster cluster, int row, int commits) throws SQLException {
        String url = cluster.primary().jdbcUrl("shop", ShardingSphereFixture.TRACKER, "allowMultiQueries=true");
        try (RywSession session = RywSession.open(key);
                Connection connection = DriverManager.getConnection(url, "app", "app")) {
            String batch = ("UPDATE account SET v = v + 1 WHERE id = " + row + ";").repeat(BATCH);
            for (int i = 0; i < commits; i += BATCH) {
                ShardingSphereFixture.execute(connection, batch);
                longest.accumulateAndGet(session.token().length(), Math::max);
            }
        }
    }

    private int writeAsAnotherClient(MySqlCluster cluster) throws SQLException {
        int result = 0;
        try (Connection connection =
                        DriverManager.getConnection(cluster.primary().jdbcUrl("shop"), "app", "app");
                Statement statement = connection.createStatement()) {
            while (!done.get()) {
                statement.execute("UPDATE account SET v = v + 1 WHERE id = 3");
                result++;
            }
        }
        return result;
    }
}
