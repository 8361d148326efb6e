package io.github.readyourwrites.replica;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Fifty instances write the heartbeat about as often as one, counted on the server. */
@ExtendWith(SharedCluster.class)
class FleetHeartbeatIT {

    private static final int INSTANCES = 50;

    private static final Duration INTERVAL = Duration.ofMillis(500);

    private static final int INTERVALS = 12;

    @Test
    void fiftyInstancesWriteAboutOncePerInterval(MySqlCluster cluster) {
        MySqlServer server = cluster.primary();
        server.execute("DROP TABLE IF EXISTS ryw_heartbeat");
        List<Heartbeat> fleet = new ArrayList<>();
        try {
            for (int i = 0; i < INSTANCES; i++) {
                fleet.add(instance(server));
            }
            fleet.forEach(Heartbeat::start);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> fleet.stream()
                            .allMatch(each -> each.snapshot().heartbeat().contains("ryw_heartbeat")));
            long begun = System.nanoTime();
            long before = transactions(server);
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> System.nanoTime() - begun > INTERVALS * INTERVAL.toNanos());
            long writes = transactions(server) - before;
            // On a machine that was busy elsewhere more time has passed than was asked for.
            double intervals = (double) (System.nanoTime() - begun) / INTERVAL.toNanos();
            assertTrue(
                    writes >= 1 && writes <= 1.5 * intervals + 1,
                    () -> writes + " writes in " + intervals + " intervals of " + INSTANCES + " instances");
            System.out.println(writes + " writes in " + intervals + " intervals of " + INSTANCES + " instances");
        } finally {
            fleet.parallelStream().forEach(Heartbeat::close);
            server.execute("DROP TABLE IF EXISTS ryw_heartbeat");
        }
    }

    private static Heartbeat instance(MySqlServer server) {
        ServerEndpoint endpoint = ServerEndpoint.parse(server.jdbcUrl("shop"), "app", "app");
        HeartbeatTable table = HeartbeatTable.of("", endpoint.schema());
        Primary primary = new Primary(
                new ServerAddress(server.host(), server.port()),
                System::nanoTime,
                () -> {},
                new LostWrites(ignored -> {}));
        return new Heartbeat(
                primary,
                JdbcHeartbeatLink.source(endpoint, table, Duration.ofSeconds(30)),
                table,
                new HeartbeatSettings(HeartbeatMode.CREATE, INTERVAL, "", Duration.ZERO),
                new ReplicaEvents(),
                System::nanoTime);
    }

    /** Every transaction takes one number of the primary's own. */
    private static long transactions(MySqlServer server) {
        String executed = server.queryString("SELECT @@GLOBAL.gtid_executed");
        String own = executed.substring(executed.indexOf(server.serverUuid()));
        String intervals = own.split("[,\n]", 2)[0];
        return Long.parseLong(intervals.substring(intervals.lastIndexOf('-') + 1));
    }
}
