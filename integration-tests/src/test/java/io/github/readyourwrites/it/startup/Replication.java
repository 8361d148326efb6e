package io.github.readyourwrites.it.startup;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;

/** Statements on replication that the test cluster does not offer, as the cluster's version spells them. */
final class Replication {

    private final boolean replicaSpelling;

    Replication(MySqlCluster cluster) {
        String[] version = cluster.primary().queryString("SELECT VERSION()").split("\\.", -1);
        int major = Integer.parseInt(version[0]);
        replicaSpelling = major > 8 || (major == 8 && Integer.parseInt(version[1]) >= 4);
    }

    /** Forgets whom it followed. */
    String reset() {
        return replicaSpelling ? "RESET REPLICA ALL" : "RESET SLAVE ALL";
    }

    String stop() {
        return replicaSpelling ? "STOP REPLICA" : "STOP SLAVE";
    }

    String start() {
        return replicaSpelling ? "START REPLICA" : "START SLAVE";
    }

    String follow(MySqlServer source) {
        String result = replicaSpelling
                ? "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '%s', SOURCE_PORT = %d, SOURCE_USER = 'repl',"
                        + " SOURCE_PASSWORD = 'repl', SOURCE_AUTO_POSITION = 1, GET_SOURCE_PUBLIC_KEY = 1"
                : "CHANGE MASTER TO MASTER_HOST = '%s', MASTER_PORT = %d, MASTER_USER = 'repl',"
                        + " MASTER_PASSWORD = 'repl', MASTER_AUTO_POSITION = 1";
        return result.formatted(source.host(), source.port());
    }
}
