package io.github.readyourwrites.it.health;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static org.awaitility.Awaitility.await;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.replica.Health;
import io.github.readyourwrites.replica.ReplicaHealth;
import io.github.readyourwrites.replica.ReplicaListener;
import io.github.readyourwrites.replica.ReplicaSnapshot;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A group whose replicas are judged quickly, and what was told of one of them. */
final class HealthFixture implements ReplicaListener, AutoCloseable {

    /** A lag of a second is too much, and is measured five times as often. */
    static final String QUICK = "max-lag-milliseconds: 1000, heartbeat-interval-milliseconds: 200,"
            + " session-includes-sessionless: false, sessionless-scope: NONE";

    static final Duration PATIENCE = Duration.ofSeconds(60);

    static final String READ = "SELECT COUNT(*) FROM ryw_health";

    final List<Health> healths = new CopyOnWriteArrayList<>();

    final List<String> canary = new CopyOnWriteArrayList<>();

    private final MySqlServer server;

    private final ReplicaHealth.Registration registration = ReplicaHealth.addListener(this);

    /** Listens to what is told of {@code server} until closed. */
    HealthFixture(MySqlServer server) {
        this.server = server;
    }

    static ShardingSphereFixture open(MySqlCluster cluster, String properties) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .urlParameters("socketTimeout=5000&connectTimeout=5000")
                .loadBalancerProperties(properties)
                .open(READ_YOUR_WRITES);
    }

    /** An empty table, and no heartbeat table. */
    static void prepare(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS ryw_heartbeat, heartbeat, ryw_health",
                        "CREATE TABLE ryw_health (id INT AUTO_INCREMENT PRIMARY KEY)");
        cluster.awaitCaughtUp();
    }

    static RouteDecision lastDecision() {
        return RywSession.lastDecision().orElseThrow();
    }

    static ReplicaSnapshot snapshot(MySqlServer server) {
        return ReplicaHealth.snapshots().stream()
                .filter(each -> each.address().port() == server.port())
                .findFirst()
                .orElseThrow();
    }

    static void awaitHealth(MySqlServer server, Health health) {
        await().atMost(PATIENCE).until(() -> snapshot(server).health() == health);
    }

    @Override
    public void healthChanged(ReplicaSnapshot replica, Health before) {
        if (replica.address().port() == server.port()) {
            healths.add(replica.health());
        }
    }

    @Override
    public void canaryAlarm(ReplicaSnapshot replica, Duration delay) {
        if (replica.address().port() == server.port()) {
            canary.add("alarm");
        }
    }

    @Override
    public void canaryRecovered(ReplicaSnapshot replica) {
        if (replica.address().port() == server.port()) {
            canary.add("recovered");
        }
    }

    /** Until it is UP, and what was told until then is forgotten. */
    void awaitUp() {
        await().atMost(PATIENCE).until(() -> !healths.isEmpty() && healths.get(healths.size() - 1) == Health.UP);
        healths.clear();
    }

    /** How often it came to be UP. */
    long returns() {
        return healths.stream().filter(each -> each == Health.UP).count();
    }

    @Override
    public void close() {
        registration.close();
    }
}
