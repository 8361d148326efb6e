package io.github.readyourwrites.it.soak;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.List;
import java.util.function.Consumer;

/** What replicas suffer in turns. */
enum Fault {
    APPLIER_STOPPED(false, MySqlServer::stopApplier, MySqlServer::startApplier),
    BOTH_APPLIERS_STOPPED(true, MySqlServer::stopApplier, MySqlServer::startApplier),
    LINK_STOPPED(false, MySqlServer::stopLink, MySqlServer::startLink),
    BOTH_LINKS_STOPPED(true, MySqlServer::stopLink, MySqlServer::startLink),
    DELAYED_BY_A_SECOND(false, each -> each.delay(1), each -> each.delay(0)),
    TABLES_LOCKED(false, MySqlServer::lockTables, MySqlServer::unlockTables),
    FROZEN(false, MySqlServer::freeze, MySqlServer::thaw),
    CRASHED_AND_RESTARTED(false, MySqlServer::crash, MySqlServer::restart);

    private final boolean onAll;

    private final Consumer<MySqlServer> begin;

    private final Consumer<MySqlServer> end;

    Fault(boolean onAll, Consumer<MySqlServer> begin, Consumer<MySqlServer> end) {
        this.onAll = onAll;
        this.begin = begin;
        this.end = end;
    }

    /** Orders it from one replica, or from all of them. */
    void begin(MySqlCluster cluster, int replica) {
        victims(cluster, replica).forEach(begin);
    }

    void end(MySqlCluster cluster, int replica) {
        victims(cluster, replica).forEach(end);
    }

    private List<MySqlServer> victims(MySqlCluster cluster, int replica) {
        return onAll ? cluster.replicas() : List.of(cluster.replica(replica));
    }
}
