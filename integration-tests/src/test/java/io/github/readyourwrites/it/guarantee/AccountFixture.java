package io.github.readyourwrites.it.guarantee;

import static io.github.readyourwrites.it.ShardingSphereFixture.READ_YOUR_WRITES;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.it.ShardingSphereFixture;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.SessionRegistry;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A table of accounts that every server has, and what other clients do to it. */
final class AccountFixture {

    /** The first account's value. */
    static final String READ = "SELECT v FROM account WHERE id = 1";

    /** Properties with which a read that no replica can serve soon goes to the primary. */
    static final String IMPATIENT = "wait-timeout-milliseconds: 400";

    /** Beside that, sessions are left alone by what this JVM wrote outside any session, earlier tests included. */
    static final String OWN_WRITES_ONLY = IMPATIENT + ", session-includes-sessionless: false";

    private AccountFixture() {}

    /** Makes accounts 1 and 2 with the value 0 on every server. */
    static void create(MySqlCluster cluster) {
        assertFalse(
                primary(cluster.primary()).isUntracked(),
                "an earlier test wrote to this primary without the tracker, so that every read fences: marks go untested");
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS account",
                        "CREATE TABLE account (id INT PRIMARY KEY, v INT)",
                        "INSERT INTO account VALUES (1, 0), (2, 0)");
        cluster.awaitCaughtUp();
    }

    /** From now on only the primary has what is committed. */
    static void stopAppliers(MySqlCluster cluster) {
        cluster.replicas().forEach(MySqlServer::stopApplier);
    }

    static ShardingSphereFixture open(MySqlCluster cluster, String properties) throws SQLException {
        return ShardingSphereFixture.builder()
                .group("readwrite_ds", "", cluster)
                .loadBalancerProperties(properties)
                .open(READ_YOUR_WRITES);
    }

    /** Another client, of whom the plugin knows nothing, sets an account's value. */
    static void setElsewhere(MySqlCluster cluster, int id, int value) {
        cluster.primary().execute("UPDATE account SET v = " + value + " WHERE id = " + id);
    }

    static Primary primary(MySqlServer server) {
        return SessionRegistry.servers().primary(new ServerAddress(server.host(), server.port()));
    }

    /** Why this thread's last read went where it went. */
    static RouteReason lastReason() {
        return RywSession.lastDecision().orElseThrow().reason();
    }

    /** Runs {@code task} on a thread of its own, which no executor and no context follows. */
    static <T> T onBareThread(Callable<T> task) throws InterruptedException, ExecutionException {
        FutureTask<T> result = new FutureTask<>(task);
        Thread thread = new Thread(result, "bare");
        thread.start();
        return result.get();
    }
}
