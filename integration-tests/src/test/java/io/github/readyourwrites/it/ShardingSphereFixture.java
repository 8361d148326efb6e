package io.github.readyourwrites.it;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/** A ShardingSphere data source, made from the YAML that a user would write, over test servers. */
public final class ShardingSphereFixture implements AutoCloseable {

    public static final String READ_YOUR_WRITES = "READ_YOUR_WRITES";

    public static final String ROUND_ROBIN = "ROUND_ROBIN";

    public static final String TRACKER = "queryInterceptors=io.github.readyourwrites.capture.GtidTracker";

    private final DataSource dataSource;

    private ShardingSphereFixture(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** One group {@code readwrite_ds} over the cluster's primary ({@code write_ds}) and replicas ({@code read_ds_0}, …). */
    public static ShardingSphereFixture open(MySqlCluster cluster, String loadBalancer) throws SQLException {
        return builder().group("readwrite_ds", "", cluster).open(loadBalancer);
    }

    /** The same without the tracker, with a {@code transactionalReadQueryStrategy}. */
    public static ShardingSphereFixture openUntracked(MySqlCluster cluster, String loadBalancer, String strategy)
            throws SQLException {
        return builder()
                .group("readwrite_ds", "", cluster)
                .strategy(strategy)
                .untracked()
                .open(loadBalancer);
    }

    public static Builder builder() {
        return new Builder();
    }

    /** Opens what {@link Builder#yaml} wrote, possibly in another JVM. */
    public static ShardingSphereFixture openYaml(String yaml) throws SQLException {
        try {
            return new ShardingSphereFixture(
                    YamlShardingSphereDataSourceFactory.createDataSource(yaml.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    public DataSource dataSource() {
        return dataSource;
    }

    public Connection connect() throws SQLException {
        return dataSource.getConnection();
    }

    /** Runs one query on a connection of its own and returns the first column of its only row. */
    public String query(String sql) throws SQLException {
        try (Connection connection = connect()) {
            return query(connection, sql);
        }
    }

    /** The first column of the query's first row; {@code null} as text where there is none. */
    public static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return rows.next() ? String.valueOf(rows.getString(1)) : "null";
        }
    }

    /** Runs one statement on a connection of its own. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = connect()) {
            execute(connection, sql);
        }
    }

    public static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
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

    /** Writes the YAML. */
    public static final class Builder {

        private final Map<String, String> urls = new LinkedHashMap<>();

        private final Map<String, List<String>> groups = new LinkedHashMap<>();

        private String groupsKey = "dataSourceGroups";

        private String strategy = "DYNAMIC";

        private String otherRules = "- !SINGLE\n  tables: ['*.*']\n";

        private String loadBalancerProperties = "";

        private String properties = "";

        private String moreLoadBalancers = "";

        private boolean tracked = true;

        private int poolSize = 10;

        private int connectionTimeout = 5000;

        private String urlParameters = "";

        private Builder() {}

        /** Adds a group over a cluster; {@code suffix} is appended to the names of its data sources. */
        public Builder group(String name, String suffix, MySqlCluster cluster) {
            return group(name, suffix, cluster.primary(), cluster.replicas());
        }

        /** Adds a group over servers of any kind. */
        public Builder group(String name, String suffix, MySqlServer primary, List<MySqlServer> replicas) {
            List<String> names = new ArrayList<>();
            names.add("write_ds" + suffix);
            // Read data sources first: ShardingSphere sends what has no route to the first one.
            for (int i = 0; i < replicas.size(); i++) {
                urls.put("read_ds_" + i + suffix, replicas.get(i).jdbcUrl("shop"));
                names.add("read_ds_" + i + suffix);
            }
            urls.put("write_ds" + suffix, primary.jdbcUrl("shop"));
            groups.put(name, names);
            return this;
        }

        /** Replaces the URL of a data source. */
        public Builder url(String dataSource, String url) {
            urls.put(dataSource, url);
            return this;
        }

        /** Leaves the tracker out of the URLs of the write data sources. */
        public Builder untracked() {
            tracked = false;
            return this;
        }

        /** Parameters for the URLs of all data sources, such as {@code rewriteBatchedStatements=true}. */
        public Builder urlParameters(String parameters) {
            urlParameters = parameters;
            return this;
        }

        /** The key of the groups in the YAML, which was another before ShardingSphere 5.5.1. */
        public Builder groupsKey(String key) {
            groupsKey = key;
            return this;
        }

        /** {@code transactionalReadQueryStrategy} of every group: DYNAMIC, FIXED or PRIMARY. */
        public Builder strategy(String name) {
            strategy = name;
            return this;
        }

        /** Rules in the place of {@code !SINGLE} with every table. */
        public Builder otherRules(String yaml) {
            otherRules = yaml;
            return this;
        }

        /** Properties of the load balancer, in YAML's flow style without braces. */
        public Builder loadBalancerProperties(String yaml) {
            loadBalancerProperties = yaml;
            return this;
        }

        /** More load balancers, as lines of YAML, beside the one that the groups use. */
        public Builder moreLoadBalancers(String yaml) {
            moreLoadBalancers = yaml;
            return this;
        }

        /** ShardingSphere's own {@code props}, in YAML's flow style without braces. */
        public Builder properties(String yaml) {
            properties = yaml;
            return this;
        }

        public Builder poolSize(int size) {
            poolSize = size;
            return this;
        }

        /** How many milliseconds a thread waits for a connection of a pool. */
        public Builder connectionTimeout(int milliseconds) {
            connectionTimeout = milliseconds;
            return this;
        }

        /** Makes the data source with load balancers of type {@code loadBalancer}. */
        public ShardingSphereFixture open(String loadBalancer) throws SQLException {
            return openYaml(yaml(loadBalancer));
        }

        /** The text that {@link #open} reads. */
        public String yaml(String loadBalancer) {
            StringBuilder result = new StringBuilder("databaseName: shop_db\ndataSources:\n");
            urls.forEach((name, url) -> result.append("  ")
                    .append(name)
                    .append(":\n    dataSourceClassName: com.zaxxer.hikari.HikariDataSource\n    jdbcUrl: \"")
                    .append(withParameters(url, name))
                    .append("\"\n    username: app\n    password: app\n    minimumIdle: 0\n")
                    .append("    connectionTimeout: ")
                    .append(connectionTimeout)
                    .append('\n')
                    .append("    maximumPoolSize: ")
                    .append(poolSize)
                    .append('\n'));
            result.append("rules:\n")
                    .append(otherRules)
                    .append("- !READWRITE_SPLITTING\n  ")
                    .append(groupsKey)
                    .append(":\n");
            groups.forEach((name, names) -> result.append("    ")
                    .append(name)
                    .append(": {writeDataSourceName: ")
                    .append(names.get(0))
                    .append(", readDataSourceNames: ")
                    .append(names.subList(1, names.size()))
                    .append(", transactionalReadQueryStrategy: ")
                    .append(strategy)
                    .append(", loadBalancerName: lb}\n"));
            result.append("  loadBalancers:\n    lb: {type: ")
                    .append(loadBalancer)
                    .append(", props: {")
                    .append(loadBalancerProperties)
                    .append("}}\n")
                    .append(moreLoadBalancers);
            return properties.isEmpty()
                    ? result.toString()
                    : result.append("props: {").append(properties).append("}\n").toString();
        }

        private String withParameters(String url, String dataSource) {
            String result = urlParameters.isEmpty() ? url : joined(url, urlParameters);
            return tracked && dataSource.startsWith("write_ds") ? joined(result, TRACKER) : result;
        }

        private static String joined(String url, String parameter) {
            return url + (url.indexOf('?') < 0 ? '?' : '&') + parameter;
        }
    }
}
