package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/** A ShardingSphere data source over one primary and two replicas, with a table of accounts. Thread-safe. */
final class Shop implements AutoCloseable {

    static final String READ = "SELECT v FROM account WHERE id = ?";

    private static final String YAML = """
            databaseName: shop_db
            dataSources:
              read_ds_0: {dataSourceClassName: com.zaxxer.hikari.HikariDataSource, jdbcUrl: "%s",
                username: app, password: app, maximumPoolSize: 20}
              read_ds_1: {dataSourceClassName: com.zaxxer.hikari.HikariDataSource, jdbcUrl: "%s",
                username: app, password: app, maximumPoolSize: 20}
              write_ds: {dataSourceClassName: com.zaxxer.hikari.HikariDataSource, jdbcUrl: "%s",
                username: app, password: app, maximumPoolSize: 20}
            rules:
            - !SINGLE
              tables: ['*.*']
            - !READWRITE_SPLITTING
              dataSourceGroups:
                readwrite_ds: {writeDataSourceName: write_ds, readDataSourceNames: [read_ds_0, read_ds_1],
                  loadBalancerName: lb}
              loadBalancers:
                lb: {type: %s}
            """;

    private final DataSource dataSource;

    private Shop(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Makes {@code accounts} accounts on every server. */
    static void createAccounts(MySqlCluster cluster, int accounts) {
        cluster.primary()
                .execute(
                        "CREATE TABLE account (id INT PRIMARY KEY, v INT)",
                        "SET SESSION cte_max_recursion_depth = 1000000",
                        "INSERT INTO account WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < "
                                + (accounts - 1) + ") SELECT i, 0 FROM n");
        cluster.awaitCaughtUp();
    }

    /** With the plugin as its README says, every property as it is without being set. */
    static Shop readYourWrites(MySqlCluster cluster) throws SQLException {
        return open(
                cluster,
                cluster.primary()
                        .jdbcUrl("shop", "queryInterceptors=io.github.readyourwrites.capture.GtidTracker"),
                "READ_YOUR_WRITES");
    }

    /** ShardingSphere alone. */
    static Shop roundRobin(MySqlCluster cluster) throws SQLException {
        return open(cluster, cluster.primary().jdbcUrl("shop"), "ROUND_ROBIN");
    }

    private static Shop open(MySqlCluster cluster, String primaryUrl, String loadBalancer) throws SQLException {
        String yaml = YAML.formatted(
                cluster.replica(0).jdbcUrl("shop"), cluster.replica(1).jdbcUrl("shop"), primaryUrl, loadBalancer);
        try {
            return new Shop(
                    YamlShardingSphereDataSourceFactory.createDataSource(yaml.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    /** One commit. */
    void write(int account, int value) throws SQLException {
        try (Connection connection = connect();
                PreparedStatement statement =
                        connection.prepareStatement("UPDATE account SET v = ? WHERE id = ?")) {
            statement.setInt(1, value);
            statement.setInt(2, account);
            statement.executeUpdate();
        }
    }

    int read(int account) throws SQLException {
        try (Connection connection = connect()) {
            return read(connection, account);
        }
    }

    static int read(Connection connection, int account) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(READ)) {
            statement.setInt(1, account);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            ((AutoCloseable) dataSource).close();
        } catch (SQLException | RuntimeException ex) {
            throw ex;
        } catch (Exception ex) {
            throw new SQLException(ex);
        }
    }
}
