package io.github.readyourwrites.benchmarks.waiting;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/** A ShardingSphere data source over a cluster: {@code write_ds}, {@code read_ds_0} and so on. Thread-safe. */
final class ShopDataSource implements AutoCloseable {

    private static final String POOL = """
              %s:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
            """;

    private static final String RULES = """
            rules:
            - !SINGLE
              tables: ['*.*']
            - !READWRITE_SPLITTING
              dataSourceGroups:
                readwrite_ds:
                  writeDataSourceName: write_ds
                  readDataSourceNames: %s
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
        StringBuilder yaml = new StringBuilder("databaseName: shop_db\ndataSources:\n");
        yaml.append(POOL.formatted("write_ds", cluster.primary().jdbcUrl("shop", primaryParameters)));
        List<String> replicas = new ArrayList<>();
        for (int i = 0; i < cluster.replicas().size(); i++) {
            replicas.add("read_ds_" + i);
            yaml.append(POOL.formatted(replicas.get(i), cluster.replica(i).jdbcUrl("shop")));
        }
        yaml.append(RULES.formatted(replicas, loadBalancer));
        return new ShopDataSource(YamlShardingSphereDataSourceFactory.createDataSource(
                yaml.toString().getBytes(StandardCharsets.UTF_8)));
    }

    Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    @Override
    public void close() throws Exception {
        ((AutoCloseable) dataSource).close();
    }
}
