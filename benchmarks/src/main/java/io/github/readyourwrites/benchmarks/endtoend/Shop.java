package io.github.readyourwrites.benchmarks.endtoend;

import io.github.readyourwrites.benchmarks.shop.ShopDataSource;
import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The application's data sources and its two statements. All strategies send the same two. Thread-safe, but for the
 * opening and closing.
 */
final class Shop implements AutoCloseable {

    private static final String WRITE = "UPDATE account SET version = version + 1 WHERE id = ?";

    private static final String READ = "SELECT version, @@server_id FROM account WHERE id = ?";

    private final ShopDataSource stock;

    private final ShopDataSource tracked;

    private final MySqlCluster cluster;

    private final int poolSize;

    private volatile @Nullable ShopDataSource untracked;

    Shop(MySqlCluster cluster, int poolSize) throws SQLException, IOException {
        stock = ShopDataSource.roundRobin(cluster, poolSize);
        tracked = ShopDataSource.readYourWrites(cluster, poolSize);
        this.cluster = cluster;
        this.poolSize = poolSize;
    }

    /** ShardingSphere as it comes, with ROUND_ROBIN. */
    ShopDataSource stock() {
        return stock;
    }

    /** With the plugin. */
    ShopDataSource tracked() {
        return tracked;
    }

    /** With the plugin, but without the tracker; there from {@link #openUntracked()} on. */
    ShopDataSource untracked() {
        return Objects.requireNonNull(untracked, "not open");
    }

    /**
     * Opens the data source without the tracker. While it is open every data source on its primary fences, so this is
     * closed before another one is measured.
     */
    AutoCloseable openUntracked() throws SQLException, IOException {
        ShopDataSource result = ShopDataSource.untracked(cluster, poolSize);
        untracked = result;
        return result;
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
                tracked) {
            // Both are closed, whatever becomes of the one.
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
