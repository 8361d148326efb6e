package io.github.readyourwrites.it.badinput;

import static io.github.readyourwrites.it.badinput.RefusedStart.assertRefused;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.it.SharedCluster;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that a group cannot be built on, and URLs that do not say which server answers. */
@ExtendWith(SharedCluster.class)
class WrongServerIT {

    @Test
    void primaryWithoutGtids() {
        try (MySqlCluster cluster = MySqlCluster.builder()
                .replicas(1)
                .option("gtid_mode", "OFF")
                .option("enforce_gtid_consistency", "OFF")
                .start()) {
            assertRefused(group(cluster), cluster, "`write_ds`", "gtid_mode is OFF", "gtid_mode=ON");
        }
    }

    @Test
    void replicaWithoutGtids() {
        try (MySqlCluster cluster = MySqlCluster.builder()
                .replicas(1)
                .replicaOption(0, "gtid_mode", "OFF")
                .replicaOption(0, "enforce_gtid_consistency", "OFF")
                .start()) {
            assertRefused(group(cluster), cluster, "`read_ds_0`", "gtid_mode is OFF", "gtid_mode=ON");
        }
    }

    @Test
    void replicaOfAnotherCluster(MySqlCluster shared) {
        shared.primary().execute("CREATE TABLE IF NOT EXISTS other (id INT PRIMARY KEY)");
        shared.awaitCaughtUp();
        try (MySqlCluster another = MySqlCluster.start(0)) {
            another.primary().execute("CREATE TABLE other (id INT PRIMARY KEY)");
            MySqlServer stranger = another.primary();
            ShardingSphereFixture.Builder builder = ShardingSphereFixture.builder()
                    .group("readwrite_ds", "", shared.primary(), List.of(shared.replica(0), stranger));
            assertRefused(
                    builder,
                    shared,
                    "`read_ds_1`",
                    "127.0.0.1:" + stranger.port(),
                    "replica of another cluster",
                    "JDBC URL");
            RefusedStart.assertNothingLeft(another);
        }
    }

    /** Connector/J speaks first; the cause names the class. */
    @Test
    void misspeltTracker(MySqlCluster cluster) {
        ShardingSphereFixture.Builder builder = group(cluster)
                .untracked()
                .url(
                        "write_ds",
                        cluster.primary()
                                .jdbcUrl("shop", "queryInterceptors=io.github.readyourwrites.capture.GtidTraker"));
        RefusedStart.assertRefusedEarly(builder, cluster, "io.github.readyourwrites.capture.GtidTraker");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:mysql://%1$s,%2$s/shop",
                "jdbc:mysql:replication://%1$s,%2$s/shop",
                "jdbc:mysql:loadbalance://%1$s,%2$s/shop"
            })
    void severalServersBehindAReadDataSource(String url, MySqlCluster cluster) {
        String hosts = url.formatted(address(cluster.replica(0)), address(cluster.replica(1)));
        ShardingSphereFixture.Builder builder =
                group(cluster).url("read_ds_1", hosts + "?sslMode=DISABLED&allowPublicKeyRetrieval=true");
        assertRefused(builder, cluster, "`read_ds_1`", hosts, "several servers", "data source of its own");
    }

    private static String address(MySqlServer server) {
        return server.host() + ":" + server.port();
    }

    private static ShardingSphereFixture.Builder group(MySqlCluster cluster) {
        return ShardingSphereFixture.builder().group("readwrite_ds", "", cluster);
    }
}
