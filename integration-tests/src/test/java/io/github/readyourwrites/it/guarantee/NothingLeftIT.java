package io.github.readyourwrites.it.guarantee;

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
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Threads, connections and processes end with the ShardingSphere data source. */
@Tag("central")
@Tag("shardingsphere")
@ExtendWith(SharedCluster.class)
class NothingLeftIT {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @Test
    void nothingIsLeftAfterClose(MySqlCluster cluster) throws SQLException {
        long children = ProcessHandle.current().children().count();
        List<MySqlServer> servers = Stream.concat(Stream.of(cluster.primary()), cluster.replicas().stream())
                .toList();
        try (ShardingSphereFixture fixture = AccountFixture.open(cluster, AccountFixture.IMPATIENT);
                RywSession session = RywSession.open()) {
            AccountFixture.stopAppliers(cluster);
            fixture.execute("UPDATE account SET v = 1 WHERE id = 1");
            // One read that waits for replicas, one that fences: every kind of thread and connection is in use.
            assertEquals("1", fixture.query(AccountFixture.READ));
            session.require(ConsistencyLevel.STRONG);
            assertEquals("1", fixture.query(AccountFixture.READ));
            List<String> threads = threads();
            for (MySqlServer each : cluster.replicas()) {
                String address = each.host() + ":" + each.port();
                assertTrue(threads.containsAll(List.of("ryw-probe-" + address, "ryw-watch-" + address)), "" + threads);
            }
            assertTrue(
                    threads.contains("ryw-fence-127.0.0.1:" + cluster.primary().port()), "" + threads);
            servers.forEach(each -> assertTrue(connections(each) > 0, each.name()));
        }
        assertEquals(List.of(), threads());
        // The server notices a closed socket a moment later.
        servers.forEach(each -> await(each.name()).atMost(PATIENCE).until(() -> connections(each) == 0));
        assertEquals(children, ProcessHandle.current().children().count());
    }

    private static List<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(each -> each.startsWith("ryw-"))
                .toList();
    }

    /** Those of the account that application and monitors use here. */
    private static int connections(MySqlServer server) {
        return Integer.parseInt(
                server.queryString("SELECT COUNT(*) FROM information_schema.processlist WHERE user = 'app'"));
    }
}
