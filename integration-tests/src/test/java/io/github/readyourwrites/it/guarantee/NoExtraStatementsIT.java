package io.github.readyourwrites.it.guarantee;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static io.github.readyourwrites.it.ShardingSphereFixture.ROUND_ROBIN;
import static io.github.readyourwrites.it.ShardingSphereFixture.execute;
import static io.github.readyourwrites.it.ShardingSphereFixture.query;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a committed write costs the primary, by its own counters: with the tracker exactly what it costs without. */
@ExtendWith(SharedCluster.class)
class NoExtraStatementsIT {

    private static final String COUNTERS =
            "SHOW GLOBAL STATUS WHERE Variable_name = 'Questions' OR Variable_name LIKE 'Com\\_%'";

    /**
     * A replica that is slow must not make a read go to the primary, nor a mark that an earlier test left make it fence. The
     * heartbeat has a rate of its own, whatever is written.
     */
    private static final String PROPERTIES = "wait-timeout-milliseconds: 60000, session-includes-sessionless: false,"
            + " heartbeat: OFF, heartbeat-interval-milliseconds: 60000, max-lag-milliseconds: 600000";

    private static final int WRITES = 50;

    @BeforeEach
    void createTable(MySqlCluster cluster) {
        AccountFixture.create(cluster);
    }

    @Test
    void trackedWritesAddNoStatementOnThePrimary(MySqlCluster cluster) throws SQLException {
        Map<String, Long> control = countWrites(cluster, ROUND_ROBIN, "");
        Map<String, Long> result = countWrites(cluster, READ_YOUR_WRITES, PROPERTIES);
        assertEquals(2 * WRITES, control.get("Com_update"));
        assertEquals(WRITES, control.get("Com_commit"));
        assertEquals(0, result.getOrDefault("Com_select", 0L), "fences");
        assertEquals(control, result);
    }

    /** Each write is read again from a replica, half of the writes in transactions. */
    private static Map<String, Long> countWrites(MySqlCluster cluster, String loadBalancer, String properties)
            throws SQLException {
        ShardingSphereFixture.Builder builder = ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties(properties);
        if (loadBalancer.equals(ROUND_ROBIN)) {
            builder.untracked();
        }
        try (ShardingSphereFixture fixture = builder.open(loadBalancer);
                RywSession ignored = RywSession.open();
                Connection admin = cluster.primary().connect();
                Connection connection = fixture.connect()) {
            write(connection);
            writeInTransaction(connection);
            Map<String, Long> before = counters(admin);
            for (int i = 0; i < WRITES; i++) {
                write(connection);
                query(connection, AccountFixture.READ);
                writeInTransaction(connection);
                query(connection, AccountFixture.READ);
            }
            Map<String, Long> result = counters(admin);
            before.forEach((name, count) -> result.merge(name, -count, Long::sum));
            result.values().removeIf(each -> each == 0);
            return result;
        }
    }

    private static void write(Connection connection) throws SQLException {
        execute(connection, "UPDATE account SET v = v + 1 WHERE id = 1");
    }

    private static void writeInTransaction(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        execute(connection, "UPDATE account SET v = v + 1 WHERE id = 1");
        connection.commit();
        connection.setAutoCommit(true);
    }

    private static Map<String, Long> counters(Connection admin) throws SQLException {
        Map<String, Long> result = new TreeMap<>();
        try (Statement statement = admin.createStatement();
                ResultSet rows = statement.executeQuery(COUNTERS)) {
            while (rows.next()) {
                result.put(rows.getString(1), rows.getLong(2));
            }
        }
        return result;
    }
}
