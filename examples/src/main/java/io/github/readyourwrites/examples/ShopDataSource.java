package io.github.readyourwrites.examples;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/** The shop's ShardingSphere data source over one primary and two replicas. Thread-safe. */
final class ShopDataSource implements AutoCloseable {

    private static final String YAML = """
            databaseName: shop_db
            dataSources:
              write_ds:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
                maximumPoolSize: 20
              read_ds_0:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
                maximumPoolSize: 20
              read_ds_1:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
                maximumPoolSize: 20
            rules:
            - !SINGLE
              tables: ['*.*']
            - !READWRITE_SPLITTING
              dataSourceGroups:
                readwrite_ds:
                  writeDataSourceName: write_ds
                  readDataSourceNames: [read_ds_0, read_ds_1]
                  loadBalancerName: shop_lb
              loadBalancers:
                shop_lb:
                  type: %s
            """;

    private final DataSource dataSource;

    private ShopDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The tables must exist. */
    static ShopDataSource open(MySqlCluster cluster, Strategy strategy) throws SQLException, IOException {
        String[] parameters = strategy.primaryUrlParameters().toArray(String[]::new);
        String yaml = YAML.formatted(
                cluster.primary().jdbcUrl("shop", parameters),
                cluster.replica(0).jdbcUrl("shop"),
                cluster.replica(1).jdbcUrl("shop"),
                strategy.loadBalancer());
        return new ShopDataSource(
                YamlShardingSphereDataSourceFactory.createDataSource(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    @Override
    public void close() throws SQLException {
        try {
            ((AutoCloseable) dataSource).close();
        } catch (SQLException | RuntimeException ex) {
            throw ex;
        } catch (Exception ex) {
            throw new SQLException("Cannot close the data source", ex);
        }
    }
}
