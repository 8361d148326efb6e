package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.benchmarks.shop.ShopDataSource;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A row that counts its writes. Nobody else writes on the primary, so the GTID of the next write is known before it is
 * sent. Confined to one thread.
 */
final class Counter {

    private static final String READ = "SELECT v FROM counter WHERE id = 1";

    private final String source;

    private long commits;

    private long value;

    private Counter(String source, long commits) {
        this.source = source;
        this.commits = commits;
    }

    /** Makes the row, on all servers. */
    static Counter create(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "CREATE TABLE shop.counter (id INT PRIMARY KEY, v BIGINT NOT NULL)",
                        "INSERT INTO shop.counter VALUES (1, 0)");
        cluster.awaitCaughtUp();
        GtidSet executed = GtidSet.parse(cluster.primary().gtidExecuted());
        return new Counter(cluster.primary().serverUuid(), executed.count());
    }

    /** The GTID that the next write will have. */
    String nextGtid() {
        return source + ":" + (commits + 1);
    }

    /** Writes, and returns the write's GTID. */
    String write(ShopDataSource dataSource) throws SQLException {
        String result = nextGtid();
        try (Connection connection = dataSource.connect();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE counter SET v = v + 1 WHERE id = 1");
        }
        commits++;
        value++;
        return result;
    }

    /** Whether a read sees the latest write. */
    boolean isFresh(ShopDataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.connect()) {
            return isFresh(connection);
        }
    }

    boolean isFresh(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet resultSet = statement.executeQuery(READ)) {
            resultSet.next();
            return resultSet.getLong(1) == value;
        }
    }

    /** Waits on one connection until its server has executed the GTID. */
    static void awaitExecuted(Connection connection, String gtid) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet resultSet = statement.executeQuery("SELECT WAIT_FOR_EXECUTED_GTID_SET('" + gtid + "', 10)")) {
            resultSet.next();
            if (resultSet.getInt(1) != 0) {
                throw new SQLException("the replica has not executed " + gtid + " within 10 seconds");
            }
        }
    }
}
