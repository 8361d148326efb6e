package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/** A ShardingSphere data source over one primary and one replica. Thread-safe. */
final class ShopDataSource implements AutoCloseable {

    private static final String YAML = """
            databaseName: shop_db
            dataSources:
              write_ds:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
              read_ds:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
            rules:
            - !SINGLE
              tables: ['*.*']
            - !READWRITE_SPLITTING
              dataSourceGroups:
                readwrite_ds:
                  writeDataSourceName: write_ds
                  readDataSourceNames: [read_ds]
                  loadBalancerName: lb
              loadBalancers:
                lb:
                  type: %s
            """;

    private final DataSource dataSource;

    private ShopDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    static ShopDataSource readYourWrites(MySqlCluster cluster) throws SQLException, IOException {
        return open(cluster, "READ_YOUR_WRITES", "queryInterceptors=io.github.readyourwrites.capture.GtidTracker");
    }

    static ShopDataSource roundRobin(MySqlCluster cluster) throws SQLException, IOException {
        return open(cluster, "ROUND_ROBIN");
    }

    private static ShopDataSource open(MySqlCluster cluster, String loadBalancer, String... primaryParameters)
            throws SQLException, IOException {
        String yaml = YAML.formatted(
                cluster.primary().jdbcUrl("shop", primaryParameters),
                cluster.replica(0).jdbcUrl("shop"),
                loadBalancer);
        return new ShopDataSource(
                YamlShardingSphereDataSourceFactory.createDataSource(yaml.getBytes(StandardCharsets.UTF_8)));
    }

    Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    @Override
    public void close() throws Exception {
        ((AutoCloseable) dataSource).close();
    }
}
