package io.github.readyourwrites.it.routing;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/** A ShardingSphere data source over test servers: {@code write_ds}, {@code read_ds_0}, and so on, per group. */
final class ShardingSphereFixture implements AutoCloseable {
    private final DataSource dataSource;

    private ShardingSphereFixture(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** One group {@code readwrite_ds} over a primary and its replicas. */
    static ShardingSphereFixture open(MySqlCluster cluster, String loadBalancer, String strategy) throws SQLException {
        return builder().group("readwrite_ds", "", cluster, strategy).open(loadBalancer);
    }

    static Builder builder() {
        return new Builder();
    }

    Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    /** Runs one query on a connection of its own and returns the first column of its only row. */
    String query(String sql) throws SQLException {
        try (Connection connection = connect()) {
            return query(connection, sql);
        }
    }

    static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = connect()) {
            execute(connection, sql);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    DataSource dataSource() {
        return dataSource;
    }

    @Override
    public void close() throws Exception {
        ((AutoCloseable) dataSource).close();
    }

    /** Writes the YAML that a user would. */
    static final class Builder {
        private final Map<String, String> urls = new LinkedHashMap<>();
        private final List<String> groups = new ArrayList<>();
        private String rules = "- !SINGLE\n  tables: ['*.*']\n";
        private String properties = "";

        /** Adds a group whose data sources carry {@code suffix} in their names. */
        Builder group(String name, String suffix, MySqlCluster cluster, String strategy) {
            List<String> reads = new ArrayList<>();
            for (int i = 0; i < cluster.replicas().size(); i++) {
                reads.add("read_ds_" + i + suffix);
                urls.put("read_ds_" + i + suffix, url(cluster.replica(i)));
            }
            urls.put("write_ds" + suffix, url(cluster.primary()));
            groups.add("    " + name + ": {writeDataSourceName: write_ds" + suffix + ", readDataSourceNames: " + reads
                    + ", transactionalReadQueryStrategy: " + strategy + ", loadBalancerName: lb}\n");
            return this;
        }

        /** Puts a rule in the place of {@code !SINGLE} with every table. */
        Builder rules(String yaml) {
            rules = yaml;
            return this;
        }

        /** Properties of the load balancer, in YAML's flow style without braces. */
        Builder properties(String yaml) {
            properties = yaml;
            return this;
        }

        ShardingSphereFixture open(String loadBalancer) throws SQLException {
            StringBuilder yaml = new StringBuilder("databaseName: shop_db\ndataSources:\n");
            urls.forEach((name, url) -> yaml.append("  ")
                    .append(name)
                    .append(":\n")
                    .append("    dataSourceClassName: com.zaxxer.hikari.HikariDataSource\n")
                    .append("    jdbcUrl: ")
                    .append(url)
                    .append('\n')
                    .append("    username: app\n    password: app\n    maximumPoolSize: 5\n"));
            yaml.append("rules:\n").append(rules).append("- !READWRITE_SPLITTING\n  dataSourceGroups:\n");
            groups.forEach(yaml::append);
            yaml.append("  loadBalancers:\n    lb: {type: ")
                    .append(loadBalancer)
                    .append(", props: {")
                    .append(properties)
                    .append("}}\n");
            try {
                return new ShardingSphereFixture(YamlShardingSphereDataSourceFactory.createDataSource(
                        yaml.toString().getBytes(StandardCharsets.UTF_8)));
            } catch (java.io.IOException ex) {
                throw new IllegalStateException(ex);
            }
        }

        private static String url(MySqlServer server) {
            return server.jdbcUrl("shop");
        }
    }
}
