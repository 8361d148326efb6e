package io.github.readyourwrites.it.situations;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** One replica behind, one live: no stale row, and the live replica does the work. */
@Tag("central")
@ExtendWith(SharedCluster.class)
class LaggingReplicaIT {

    private static final int ROUNDS = 1000;

    private static final int CONTROL_ROUNDS = 100;

    private final Map<String, Integer> served = new HashMap<>();

    private int stale;

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        cluster.primary().execute("DROP TABLE IF EXISTS account", "CREATE TABLE account (id INT PRIMARY KEY, v INT)");
        cluster.primary().execute("INSERT INTO account VALUES (1, 0)");
        cluster.awaitCaughtUp();
    }

    @Test
    void stockRoundRobinReadsStaleRows(MySqlCluster cluster) throws SQLException {
        updateAndRead(cluster, ROUND_ROBIN, CONTROL_ROUNDS);
        assertTrue(stale > CONTROL_ROUNDS / 4, "stale: " + stale);
    }

    @Test
    void readsOwnWritesFromTheLiveReplica(MySqlCluster cluster) throws SQLException {
        updateAndRead(cluster, READ_YOUR_WRITES, ROUNDS);
        assertEquals(0, stale);
        assertEquals(0, served.getOrDefault(cluster.replica(0).serverUuid(), 0));
        assertTrue(served.getOrDefault(cluster.replica(1).serverUuid(), 0) > ROUNDS * 9 / 10, "served: " + served);
    }

    private void updateAndRead(MySqlCluster cluster, String loadBalancer, int rounds) throws SQLException {
        cluster.replica(0).stopApplier();
        try (ShardingSphereFixture fixture = ShardingSphereFixture.open(cluster, loadBalancer);
                RywSession ignored = RywSession.open("account:1")) {
            for (int i = 1; i <= rounds; i++) {
                fixture.execute("UPDATE account SET v = " + i + " WHERE id = 1");
                String[] read = fixture.query("SELECT CONCAT(@@server_uuid, ' ', v) FROM account WHERE id = 1")
                        .split(" ");
                served.merge(read[0], 1, Integer::sum);
                stale += Integer.parseInt(read[1]) == i ? 0 : 1;
            }
        }
    }
}
