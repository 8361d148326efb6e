package io.github.readyourwrites.it.tokens;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.util.Base64;

/** A table with one account, written in one session and read in another that has its token. */
final class AccountFixture {

    private static final String READ = "SELECT v FROM account WHERE id = 1";

    private AccountFixture() {}

    /** Makes the account with the value 0 on every server. */
    static void create(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS account",
                        "CREATE TABLE account (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO account VALUES (1, 0)");
        cluster.awaitCaughtUp();
    }

    static void stopAppliers(MySqlCluster cluster) {
        cluster.replicas().forEach(MySqlServer::stopApplier);
    }

    static ShardingSphereFixture open(MySqlCluster cluster, String properties) throws SQLException {
        return builder(properties).group("readwrite_ds", "", cluster).open(READ_YOUR_WRITES);
    }

    /**
     * Sessions are left alone by what this JVM wrote outside any session, reads do not wait for long, and those that need
     * not see anything go to a replica, however long its applier has been stopped.
     */
    static ShardingSphereFixture.Builder builder(String properties) {
        String common = "wait-timeout-milliseconds: 400, session-includes-sessionless: false,"
                + " on-all-lagging: LEAST_LAGGED";
        return ShardingSphereFixture.builder()
                .loadBalancerProperties(properties.isEmpty() ? common : common + ", " + properties);
    }

    /** Another client, of whom the plugin knows nothing, sets the value. */
    static void setElsewhere(MySqlCluster cluster, int value) {
        cluster.primary().execute("UPDATE account SET v = " + value + " WHERE id = 1");
    }

    static void update(ShardingSphereFixture fixture, int value) throws SQLException {
        fixture.execute("UPDATE account SET v = " + value + " WHERE id = 1");
    }

    /** The token of a session that set the value. */
    static String write(ShardingSphereFixture fixture, int value) throws SQLException {
        try (RywSession session = RywSession.open()) {
            update(fixture, value);
            return session.token();
        }
    }

    /** The value that a session sees which starts with {@code token}. */
    static String read(ShardingSphereFixture fixture, String token) throws SQLException {
        try (RywSession ignored = RywSession.resume(token)) {
            return read(fixture);
        }
    }

    /** A session without a token reads the old value from a replica. */
    static void assertOldValueWithoutToken(ShardingSphereFixture fixture) {
        try (RywSession ignored = RywSession.open()) {
            awaitOldValue(fixture, RouteReason.NO_FLOOR);
        }
    }

    /** A session that starts with {@code token} reads the old value from a replica, as one without a token does. */
    static void assertOldValue(ShardingSphereFixture fixture, String token) {
        try (RywSession ignored = RywSession.resume(token)) {
            awaitOldValue(fixture, RouteReason.NO_FLOOR);
        }
    }

    /**
     * This thread's session reads 0 from a replica. Not at once on a slow machine, where replicas may seem to be down for
     * a moment; but never, once the session has to see more.
     */
    static void awaitOldValue(ShardingSphereFixture fixture, RouteReason expected) {
        await().pollInSameThread().untilAsserted(() -> {
            assertEquals("0", read(fixture));
            RouteReason reason = lastDecision().reason();
            // Both are reads without a floor.
            assertEquals(expected, reason == RouteReason.LEAST_LAGGED ? RouteReason.NO_FLOOR : reason);
        });
    }

    static String read(ShardingSphereFixture fixture) throws SQLException {
        return fixture.query(READ);
    }

    static RouteDecision lastDecision() {
        return RywSession.lastDecision().orElseThrow();
    }

    /** A new key of this name, as it is configured. */
    static String key(String name) {
        byte[] key = new byte[32];
        new SecureRandom().nextBytes(key);
        return name + ":" + Base64.getEncoder().encodeToString(key);
    }
}
