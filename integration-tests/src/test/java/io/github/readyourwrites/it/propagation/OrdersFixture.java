package io.github.readyourwrites.it.propagation;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;

/**
 * Orders in two tables, the choice of which is hinted, and a data source in which only sessions read their own writes: what
 * runs outside any session may be stale, so that a lost session shows.
 */
final class OrdersFixture {

    /** Gives the value and the table's number; of several tables, those of the first. */
    static final String READ = "SELECT CONCAT(v, ' of ', place) FROM orders WHERE id = 1 ORDER BY place";

    private static final String HINTED = "- !SHARDING\n"
            + "  tables: {orders: {actualDataNodes: 'readwrite_ds.orders_${0..1}', tableStrategy:"
            + " {hint: {shardingAlgorithmName: by_hint}}}}\n"
            + "  shardingAlgorithms: {by_hint: {type: HINT_INLINE, props: {algorithm-expression: 'orders_${value}'}}}\n";

    private OrdersFixture() {}

    /** Makes the tables anew, with one order of value 0 in each. */
    private static void create(MySqlCluster cluster) {
        for (int i = 0; i < 2; i++) {
            cluster.primary()
                    .execute(
                            "DROP TABLE IF EXISTS orders_" + i,
                            "CREATE TABLE orders_" + i + " (id INT PRIMARY KEY, v INT, place INT)",
                            "INSERT INTO orders_" + i + " VALUES (1, 0, " + i + ")");
        }
        cluster.awaitCaughtUp();
    }

    /** All servers have the orders with value 0, and what is committed from now on reaches no replica. */
    static void resetAndStopAppliers(MySqlCluster cluster) {
        cluster.primary().execute("UPDATE orders_0 SET v = 0", "UPDATE orders_1 SET v = 0");
        cluster.awaitCaughtUp();
        cluster.replicas().forEach(MySqlServer::stopApplier);
    }

    static String update(int value) {
        return "UPDATE orders SET v = " + value + " WHERE id = 1";
    }

    /** Makes the tables and opens the data source, one for a whole class of tests. */
    static ShardingSphereFixture open(MySqlCluster cluster) throws SQLException {
        create(cluster);
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .otherRules(HINTED)
                .loadBalancerProperties("wait-timeout-milliseconds: 50, probe-timeout-milliseconds: 10000,"
                        + " session-includes-sessionless: false, sessionless-scope: NONE")
                .open(READ_YOUR_WRITES);
    }

    /** Where the calling thread's last read went. */
    static String lastTarget() {
        return RywSession.lastDecision().orElseThrow().target();
    }

    static boolean wasServedByReplica() {
        return lastTarget().startsWith("read_ds");
    }
}
