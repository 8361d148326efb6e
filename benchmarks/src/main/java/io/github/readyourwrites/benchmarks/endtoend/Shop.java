package io.github.readyourwrites.benchmarks.endtoend;

import io.github.readyourwrites.benchmarks.shop.ShopDataSource;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The application's data sources, one without the plugin and two with it, and its two statements. All strategies send the
 * same two. Thread-safe.
 */
final class Shop implements AutoCloseable {

    private static final String WRITE = "UPDATE account SET version = version + 1 WHERE id = ?";

    private static final String READ = "SELECT version, @@server_id FROM account WHERE id = ?";

    private final ShopDataSource stock;

    private final ShopDataSource tracked;

    private final ShopDataSource untracked;

    Shop(MySqlCluster cluster, int poolSize) throws SQLException, IOException {
        stock = ShopDataSource.roundRobin(cluster, poolSize);
        tracked = ShopDataSource.readYourWrites(cluster, poolSize);
        untracked = ShopDataSource.untracked(cluster, poolSize);
    }

    /** ShardingSphere as it comes, with ROUND_ROBIN. */
    ShopDataSource stock() {
        return stock;
    }

    /** With the plugin. */
    ShopDataSource tracked() {
        return tracked;
    }

    /** With the plugin, but without the tracker. */
    ShopDataSource untracked() {
        return untracked;
    }

    static void write(ShopDataSource dataSource, User user) throws SQLException {
        try (Connection connection = dataSource.connect()) {
            write(connection, user);
        }
    }

    static void write(Connection connection, User user) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
            statement.setInt(1, user.id());
            statement.executeUpdate();
        }
    }

    static Answer read(ShopDataSource dataSource, User user) throws SQLException {
        try (Connection connection = dataSource.connect()) {
            return read(connection, user);
        }
    }

    static Answer read(Connection connection, User user) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setInt(1, user.id());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return new Answer(row.getInt(1), row.getInt(2) == 1);
            }
        }
    }

    @Override
    public void close() throws Exception {
        try (stock;
                tracked;
                untracked) {
            // Closed in the end, each of them.
        }
    }

    /**
     * What a read gave.
     *
     * @param version how many writes it sees
     * @param fromPrimary who served it, as that server says itself
     */
    record Answer(int version, boolean fromPrimary) {}
}
