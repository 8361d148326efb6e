package io.github.readyourwrites.it.waiting;

import com.zaxxer.hikari.HikariDataSource;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.replica.MonitorSettings;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.replica.WaitingReadsFixture;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.shardingsphere.driver.api.yaml.YamlShardingSphereDataSourceFactory;

/**
 * A ShardingSphere data source with READ_YOUR_WRITES over pools of ten that the test can look into. The monitors have an
 * account of their own, by which the servers tell their connections from those of the pools.
 */
final class PooledFixture implements AutoCloseable {

    static final int POOL_SIZE = 10;

    private static final String MONITOR = "watcher";

    private static final String RULES = """
            databaseName: shop_db
            rules:
            - !SINGLE
              tables: ['*.*']
            - !READWRITE_SPLITTING
              dataSourceGroups:
                readwrite_ds:
                  writeDataSourceName: write_ds
                  readDataSourceNames: [read_ds_0, read_ds_1]
                  loadBalancerName: lb
              loadBalancers:
                lb:
                  type: READ_YOUR_WRITES
                  props: {monitor-username: %s, monitor-password: %s, probe-timeout-milliseconds: 30000,
                    session-includes-sessionless: false, %s}
            """;

    private final MySqlCluster cluster;

    private final Map<String, HikariDataSource> pools = new LinkedHashMap<>();

    private final DataSource dataSource;

    private final Servers.Watched watched;

    private PooledFixture(MySqlCluster cluster, String properties) throws SQLException {
        this.cluster = cluster;
        createMonitorAccount(cluster);
        List<ServerEndpoint> reads = new ArrayList<>();
        for (int i = 0; i < cluster.replicas().size(); i++) {
            String url = cluster.replica(i).jdbcUrl("shop");
            pools.put("read_ds_" + i, pool(url));
            reads.add(ServerEndpoint.parse(url, MONITOR, MONITOR));
        }
        String url = cluster.primary().jdbcUrl("shop", ShardingSphereFixture.TRACKER);
        pools.put("write_ds", pool(url));
        dataSource = create(RULES.formatted(MONITOR, MONITOR, properties));
        // The same servers with the same account: this joins the monitors of the data source.
        MonitorSettings settings =
                new MonitorSettings(Duration.ofMillis(100), Duration.ofSeconds(30), 200, Duration.ofMinutes(1));
        watched = SessionRegistry.servers().watch(ServerEndpoint.parse(url, MONITOR, MONITOR), reads, settings);
    }

    /** {@code properties} of the load balancer, in YAML's flow style without braces. */
    static PooledFixture open(MySqlCluster cluster, String properties) throws SQLException {
        return new PooledFixture(cluster, properties);
    }

    private DataSource create(String yaml) throws SQLException {
        try {
            return YamlShardingSphereDataSourceFactory.createDataSource(
                    new LinkedHashMap<>(pools), yaml.getBytes(StandardCharsets.UTF_8));
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private static void createMonitorAccount(MySqlCluster cluster) {
        cluster.primary()
                .execute("CREATE USER IF NOT EXISTS '" + MONITOR + "'@'127.0.0.1' IDENTIFIED BY '" + MONITOR + "'");
        cluster.awaitCaughtUp();
    }

    private static HikariDataSource pool(String url) {
        HikariDataSource result = new HikariDataSource();
        result.setJdbcUrl(url);
        result.setUsername("app");
        result.setPassword("app");
        result.setMinimumIdle(0);
        result.setMaximumPoolSize(POOL_SIZE);
        // Patience for a slow machine; whoever would wait for ever fails nevertheless.
        result.setConnectionTimeout(60_000);
        return result;
    }

    String query(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            return ShardingSphereFixture.query(connection, sql);
        }
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = dataSource.getConnection()) {
            ShardingSphereFixture.execute(connection, sql);
        }
    }

    /** How many reads wait for each replica. */
    List<Integer> waitingReads() {
        return watched.replicas().stream().map(PooledFixture::waitingReads).toList();
    }

    private static int waitingReads(ReplicaMonitor replica) {
        return WaitingReadsFixture.count(replica);
    }

    /** Connections that the application has borrowed, over all pools. */
    int borrowedConnections() {
        return pools.values().stream()
                .filter(HikariDataSource::isRunning)
                .mapToInt(each -> each.getHikariPoolMXBean().getActiveConnections())
                .sum();
    }

    /** Connections of the monitors at each replica. */
    List<Integer> monitorConnections() {
        return countConnections("user = '" + MONITOR + "'");
    }

    /** Statements at each replica that wait for a position. */
    List<Integer> waitsInServers() {
        return countConnections("info LIKE '%WAIT_FOR_EXECUTED_GTID_SET(%' AND id <> CONNECTION_ID()");
    }

    private List<Integer> countConnections(String condition) {
        List<Integer> result = new ArrayList<>();
        for (MySqlServer each : cluster.replicas()) {
            result.add(Integer.valueOf(
                    each.queryString("SELECT COUNT(*) FROM information_schema.processlist WHERE " + condition)));
        }
        return result;
    }

    @Override
    public void close() throws SQLException {
        watched.close();
        try {
            ((AutoCloseable) dataSource).close();
        } catch (SQLException | RuntimeException ex) {
            throw ex;
        } catch (Exception ex) {
            throw new SQLException(ex);
        }
    }
}
