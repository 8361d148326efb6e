package io.github.readyourwrites.it.situations;

import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;

/** The table that the scenarios write and read, and where the last read went. */
final class AccountFixture {

    /** Reads the value of the only row. */
    static final String READ = "SELECT v FROM account WHERE id = 1";

    private AccountFixture() {}

    /** Makes the table anew, with the row (1, 0), on all servers. */
    static void create(MySqlCluster cluster) {
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS child",
                        "DROP TABLE IF EXISTS account",
                        "CREATE TABLE account (id INT PRIMARY KEY AUTO_INCREMENT, v INT)",
                        "INSERT INTO account VALUES (1, 0)");
        cluster.awaitCaughtUp();
    }

    /** Nothing that is committed from now on reaches a replica. */
    static void stopAppliers(MySqlCluster cluster) {
        cluster.replicas().forEach(MySqlServer::stopApplier);
    }

    static void startAppliers(MySqlCluster cluster) {
        cluster.replicas().forEach(MySqlServer::startApplier);
    }

    static String update(int value) {
        return "UPDATE account SET v = " + value + " WHERE id = 1";
    }

    static RouteDecision lastDecision() {
        return RywSession.lastDecision().orElseThrow();
    }

    static RouteReason lastReason() {
        return lastDecision().reason();
    }

    /** Whether the calling thread's last read was sent to a replica. */
    static boolean wasServedByReplica() {
        return lastDecision().target().startsWith("read_ds");
    }
}
