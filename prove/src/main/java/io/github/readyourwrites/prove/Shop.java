package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.StringJoiner;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/** One ShardingSphere data source over the primary and the replicas. Thread-safe. */
final class Shop implements AutoCloseable {

    private static final String DATA_SOURCE = """
              %s:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
                connectionTimeout: 10000
                initializationFailTimeout: -1
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
                  readDataSourceNames: [%s]
                  loadBalancerName: shop_lb
              loadBalancers:
                shop_lb:
                  type: %s
            """;

    private static final String TRACKER = "queryInterceptors=io.github.readyourwrites.capture.GtidTracker";

    private static final String TIMEOUTS = "socketTimeout=10000";

    private final DataSource dataSource;

    private Shop(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** The tables must exist. */
    static Shop open(MySqlCluster cluster, Strategy strategy, int connections) throws SQLException, IOException {
        StringBuilder yaml = new StringBuilder("databaseName: shop_db\ndataSources:\n");
        yaml.append(
                DATA_SOURCE.formatted("write_ds", cluster.primary().jdbcUrl("shop", TRACKER, TIMEOUTS), connections));
        StringJoiner replicas = new StringJoiner(", ");
        for (int i = 0; i < cluster.replicas().size(); i++) {
            yaml.append(
                    DATA_SOURCE.formatted("read_ds_" + i, cluster.replica(i).jdbcUrl("shop", TIMEOUTS), connections));
            replicas.add("read_ds_" + i);
        }
        yaml.append(RULES.formatted(replicas, strategy.loadBalancer()));
        if (strategy == Strategy.READ_YOUR_WRITES) {
            yaml.append("      props: {wait-timeout-milliseconds: 100}\n");
        }
        return new Shop(YamlShardingSphereDataSourceFactory.createDataSource(
                yaml.toString().getBytes(StandardCharsets.UTF_8)));
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
