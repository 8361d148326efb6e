package io.github.readyourwrites.it.startup;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.testcluster.MySqlCluster;

/** A cluster with nothing to find fault with: durable, and with an account that may see what is checked. */
final class HealthyCluster implements AutoCloseable {

    /** The properties of the account that sees all. */
    static final String ACCOUNT = "monitor-username: watch, monitor-password: watch";

    private final MySqlCluster cluster;

    HealthyCluster(MySqlCluster cluster) {
        this.cluster = cluster;
        cluster.primary()
                .execute(
                        "SET GLOBAL sync_binlog = 1",
                        "SET GLOBAL innodb_flush_log_at_trx_commit = 1",
                        "CREATE TABLE IF NOT EXISTS started (id INT PRIMARY KEY, v INT)",
                        "INSERT IGNORE INTO started VALUES (1, 0)",
                        "CREATE USER IF NOT EXISTS 'watch'@'127.0.0.1' IDENTIFIED BY 'watch'",
                        "GRANT REPLICATION CLIENT, PROCESS ON *.* TO 'watch'@'127.0.0.1'");
        cluster.awaitCaughtUp();
    }

    /** One group whose monitors use that account, with more properties of its load balancer. */
    ShardingSphereFixture.Builder group(String... properties) {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties(
                        properties.length == 0 ? ACCOUNT : ACCOUNT + ", " + String.join(", ", properties));
    }

    @Override
    public void close() {
        cluster.primary().execute("SET GLOBAL sync_binlog = 0", "SET GLOBAL innodb_flush_log_at_trx_commit = 2");
    }
}
