package io.github.readyourwrites.benchmarks.waiting;

import com.zaxxer.hikari.HikariDataSource;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.shardingsphere.infra.hint.HintManager;

/** What the plugin is compared with: waiting for a position on the connection that reads afterwards. */
final class ReadingConnections {

    private static final String WAIT = "SELECT WAIT_FOR_EXECUTED_GTID_SET(?, 1)";

    private ReadingConnections() {}

    static HikariDataSource pool(MySqlServer replica) {
        HikariDataSource result = new HikariDataSource();
        result.setJdbcUrl(replica.jdbcUrl("shop"));
        result.setUsername("app");
        result.setPassword("app");
        result.setMaximumPoolSize(20);
        return result;
    }

    /** Both statements straight on a replica's pool: no ShardingSphere. */
    static int read(HikariDataSource replica, String position, int account) throws SQLException {
        try (Connection connection = replica.getConnection()) {
            await(connection, position);
            return Shop.read(connection, account);
        }
    }

    /** Both statements through ShardingSphere, which a hint tells to use one replica. */
    static int read(Shop shop, String replica, String position, int account) throws SQLException {
        try (HintManager hint = HintManager.getInstance();
                Connection connection = shop.connect()) {
            hint.setDataSourceName(replica);
            await(connection, position);
            return Shop.read(connection, account);
        }
    }

    private static void await(Connection connection, String position) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WAIT)) {
            statement.setString(1, position);
            try (ResultSet answer = statement.executeQuery()) {
                answer.next();
                if (answer.getInt(1) != 0) {
                    throw new SQLException("the replica has not executed " + position + " in time");
                }
            }
        }
    }
}
