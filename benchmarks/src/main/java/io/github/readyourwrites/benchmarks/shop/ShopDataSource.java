package io.github.readyourwrites.benchmarks.shop;

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
public final class ShopDataSource implements AutoCloseable {

    private static final String TRACKER = "queryInterceptors=io.github.readyourwrites.capture.GtidTracker";

    private static final int DEFAULT_POOL_SIZE = 10;

    private static final String POOL = """
              %s:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
                maximumPoolSize: %d
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
                  props: {%s}
            """;

    private final DataSource dataSource;

    private ShopDataSource(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** With the plugin. */
    public static ShopDataSource readYourWrites(MySqlCluster cluster) throws SQLException, IOException {
        return readYourWrites(cluster, DEFAULT_POOL_SIZE);
    }

    /** With the plugin, and pools of this many connections. */
    public static ShopDataSource readYourWrites(MySqlCluster cluster, int poolSize) throws SQLException, IOException {
        return readYourWrites(cluster, poolSize, "");
    }

    /** With the plugin, pools of this many connections, and properties, in YAML: {@code key: value, key: value}. */
    public static ShopDataSource readYourWrites(MySqlCluster cluster, int poolSize, String properties)
            throws SQLException, IOException {
        return open(cluster, cluster.primary().jdbcUrl("shop", TRACKER), "READ_YOUR_WRITES", properties, poolSize);
    }

    /**
     * With the plugin, but without the tracker on the primary's connections. It calls the primary by another name, since
     * an address once found untracked stays so until the last data source that uses it is closed.
     */
    public static ShopDataSource untracked(MySqlCluster cluster, int poolSize) throws SQLException, IOException {
        String url = cluster.primary().jdbcUrl("shop").replace("127.0.0.1", "localhost");
        return open(cluster, url, "READ_YOUR_WRITES", "", poolSize);
    }

    /** ShardingSphere as it comes. */
    public static ShopDataSource roundRobin(MySqlCluster cluster) throws SQLException, IOException {
        return roundRobin(cluster, DEFAULT_POOL_SIZE);
    }

    /** ShardingSphere as it comes, with pools of this many connections. */
    public static ShopDataSource roundRobin(MySqlCluster cluster, int poolSize) throws SQLException, IOException {
        return open(cluster, cluster.primary().jdbcUrl("shop"), "ROUND_ROBIN", "", poolSize);
    }

    private static ShopDataSource open(
            MySqlCluster cluster, String primaryUrl, String loadBalancer, String properties, int poolSize)
            throws SQLException, IOException {
        StringBuilder yaml = new StringBuilder("databaseName: shop_db\ndataSources:\n");
        yaml.append(POOL.formatted("write_ds", primaryUrl, poolSize));
        List<String> replicas = new ArrayList<>();
        for (int i = 0; i < cluster.replicas().size(); i++) {
            replicas.add("read_ds_" + i);
            yaml.append(POOL.formatted(replicas.get(i), cluster.replica(i).jdbcUrl("shop"), poolSize));
        }
        yaml.append(RULES.formatted(replicas, loadBalancer, properties));
        return new ShopDataSource(YamlShardingSphereDataSourceFactory.createDataSource(
                yaml.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /** A connection as the application gets it. */
    public Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    @Override
    public void close() throws Exception {
        ((AutoCloseable) dataSource).close();
    }
}
