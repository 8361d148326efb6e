package io.github.readyourwrites.benchmarks.growth;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/** A ShardingSphere data source with any number of groups on one cluster, and pools of one connection. */
final class ManyGroups implements AutoCloseable {

    /** Of the monitors, so that their connections can be told from others. */
    static final String MONITOR = "watcher";

    private static final String POOL = """
              %s:
                dataSourceClassName: com.zaxxer.hikari.HikariDataSource
                jdbcUrl: "%s"
                username: app
                password: app
                maximumPoolSize: 1
            """;

    private static final String GROUP = """
                readwrite_ds_%1$d:
                  writeDataSourceName: write_ds_%1$d
                  readDataSourceNames: %2$s
                  loadBalancerName: lb
            """;

    private static final String TRACKER = "queryInterceptors=io.github.readyourwrites.capture.GtidTracker";

    private final AutoCloseable dataSource;

    /** Groups of the first {@code replicas} replicas; {@code loadBalancer} in YAML: type and properties. */
    ManyGroups(MySqlCluster cluster, int groups, int replicas, String loadBalancer) throws SQLException, IOException {
        StringBuilder pools = new StringBuilder();
        StringBuilder rules = new StringBuilder();
        for (int i = 0; i < groups; i++) {
            pools.append(POOL.formatted("write_ds_" + i, cluster.primary().jdbcUrl("shop", TRACKER)));
            List<String> reads = new ArrayList<>();
            for (int j = 0; j < replicas; j++) {
                reads.add("read_ds_" + i + "_" + j);
                pools.append(POOL.formatted(reads.get(j), cluster.replica(j).jdbcUrl("shop")));
            }
            rules.append(GROUP.formatted(i, reads));
        }
        String yaml = "databaseName: shop_db\ndataSources:\n" + pools
                + "rules:\n- !SINGLE\n  tables: ['readwrite_ds_0.account']\n"
                + "- !READWRITE_SPLITTING\n  dataSourceGroups:\n" + rules
                + "  loadBalancers:\n    lb: " + loadBalancer + "\n";
        dataSource = (AutoCloseable)
                YamlShardingSphereDataSourceFactory.createDataSource(yaml.getBytes(StandardCharsets.UTF_8));
    }

    /** The plugin's threads in this JVM. */
    static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().startsWith("ryw-"))
                .count();
    }

    /** The plugin's connections to all servers. */
    static int connections(MySqlCluster cluster) {
        String count = "SELECT COUNT(*) FROM information_schema.processlist WHERE user = '" + MONITOR + "'";
        int result = Integer.parseInt(cluster.primary().queryString(count));
        for (int i = 0; i < cluster.replicas().size(); i++) {
            result += Integer.parseInt(cluster.replica(i).queryString(count));
        }
        return result;
    }

    @Override
    public void close() throws Exception {
        dataSource.close();
    }
}
