package io.github.readyourwrites.it.startup;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.ArrayList;
import java.util.List;

/** The application's connections to a cluster's servers, all of which must be up. */
final class Connections {

    private static final String OF_APPLICATION = "SELECT id FROM information_schema.processlist WHERE user = 'app'";

    private Connections() {}

    static int count(MySqlCluster cluster) {
        return servers(cluster).stream()
                .mapToInt(each -> each.queryStrings(OF_APPLICATION).size())
                .sum();
    }

    /** Of a start that fails in ShardingSphere the pools stay open: their connections must not trouble other tests. */
    static void end(MySqlCluster cluster) {
        for (MySqlServer server : servers(cluster)) {
            server.queryStrings(OF_APPLICATION).forEach(each -> server.execute("KILL " + each));
        }
    }

    private static List<MySqlServer> servers(MySqlCluster cluster) {
        List<MySqlServer> result = new ArrayList<>(cluster.replicas());
        result.add(cluster.primary());
        return result;
    }
}
