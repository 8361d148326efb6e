package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A replica takes the primary's place for a while, and the primary's address. */
final class Failover {

    private static final long LOSING_MILLISECONDS = 300;

    private Failover() {}

    /** Planned: nothing is lost. */
    static void switchOver(Scene scene, int index) {
        scene.cluster().promote(scene.cluster().replica(index));
        scene.primary().moveAllTo(scene.cluster().primary());
    }

    /** The primary is killed, and what its clients wrote last has reached no replica. */
    static void failOver(Scene scene) throws InterruptedException {
        MySqlCluster cluster = scene.cluster();
        MySqlServer old = cluster.primary();
        List<MySqlServer> replicas = cluster.replicas();
        replicas.forEach(MySqlServer::stopLink);
        TimeUnit.MILLISECONDS.sleep(LOSING_MILLISECONDS);
        old.crash();
        scene.primary().goDark();
        cluster.promote(mostAdvanced(replicas));
        for (MySqlServer each : cluster.replicas()) {
            if (each.isRunning()) {
                each.startLink();
            }
        }
        scene.primary().moveAllTo(cluster.primary());
    }

    /** That which lacks nothing that another one has, once they have applied what they have received. */
    private static MySqlServer mostAdvanced(List<MySqlServer> replicas) throws InterruptedException {
        MySqlServer result = replicas.get(0);
        awaitApplied(result);
        for (MySqlServer each : replicas.subList(1, replicas.size())) {
            awaitApplied(each);
            if (!lacksNothingOf(result, each)) {
                result = each;
            }
        }
        return result;
    }

    private static boolean lacksNothingOf(MySqlServer server, MySqlServer other) {
        return server.queryString("SELECT GTID_SUBSET('" + other.gtidExecuted() + "', @@GLOBAL.gtid_executed)")
                .equals("1");
    }

    /** Nothing arrives any more, so what stays the same for a moment is all. */
    private static void awaitApplied(MySqlServer replica) throws InterruptedException {
        String before = "";
        for (String now = replica.gtidExecuted(); !now.equals(before); now = replica.gtidExecuted()) {
            before = now;
            TimeUnit.MILLISECONDS.sleep(LOSING_MILLISECONDS);
        }
    }

    /** The first primary comes back as a replica, without what it had not sent, and is made the primary again. */
    static void failBack(Scene scene, MySqlServer first) {
        MySqlCluster cluster = scene.cluster();
        if (!first.isRunning()) {
            cluster.rejoin(first);
        }
        cluster.promote(first);
        scene.primary().moveAllTo(cluster.primary());
    }
}
