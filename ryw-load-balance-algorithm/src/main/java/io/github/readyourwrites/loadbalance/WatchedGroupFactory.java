package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.MonitorSettings;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.ServerIdentity;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.SessionRegistry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Checks a group's servers, then watches them. */
final class WatchedGroupFactory implements GroupFactory {

    @Override
    public Group create(GroupDescriptor descriptor) throws SQLException {
        StartCheck check = new StartCheck(descriptor);
        ServerEndpoint write = check.endpoint(descriptor.write());
        List<ServerEndpoint> reads = new ArrayList<>();
        for (DataSourceDescriptor each : descriptor.reads()) {
            reads.add(check.endpoint(each));
        }
        ServerIdentity primary = check.primary(write);
        List<Boolean> reachable = new ArrayList<>();
        for (int i = 0; i < reads.size(); i++) {
            reachable.add(check.replica(descriptor.reads().get(i), reads.get(i), primary));
        }
        Servers.Watched watched = SessionRegistry.servers().watch(write, reads, settings(descriptor.configuration()));
        watched.primary().identify(primary.serverUuid(), primary.executed());
        for (int i = 0; i < reads.size(); i++) {
            if (reachable.get(i)) {
                awaitFirstObservation(watched.replicas().get(i), descriptor.configuration());
            }
        }
        return new WatchedGroup(descriptor, watched);
    }

    /** So that the first read finds its replicas. */
    private static void awaitFirstObservation(ReplicaMonitor replica, RoutingConfiguration configuration) {
        Servers servers = SessionRegistry.servers();
        long deadline =
                servers.clock().getAsLong() + configuration.probeTimeout().toNanos();
        ReplicaMonitor.awaitFirst(List.of(replica), GtidSet.empty(), deadline, servers.clock());
    }

    private static MonitorSettings settings(RoutingConfiguration configuration) {
        return new MonitorSettings(
                configuration.probeInterval(),
                configuration.probeTimeout(),
                configuration.monitorStatementsPerSecond(),
                configuration.unknownCommit());
    }
}
