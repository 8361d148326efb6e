package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.MonitorSettings;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.replica.ServerIdentity;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.SessionRegistry;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Checks a group's servers, then watches them. */
final class WatchedGroupFactory implements GroupFactory {

    private static final long LONGEST_CATCH_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    @Override
    public GroupInspection inspect(GroupDescriptor descriptor) {
        return new StartCheck(descriptor).inspect();
    }

    @Override
    public Group create(GroupInspection inspection) {
        GroupDescriptor descriptor = inspection.descriptor();
        Servers.Watched watched = SessionRegistry.servers()
                .watch(
                        inspection.write().endpoint(),
                        inspection.reads().stream()
                                .map(InspectedServer::endpoint)
                                .toList(),
                        settings(descriptor.configuration()));
        boolean complete = false;
        try {
            ServerIdentity primary = inspection.write().told().identity();
            watched.primary().identify(primary.serverUuid(), primary.executed());
            watched.primary().lossGrace(descriptor.configuration().lostWriteGrace());
            for (int i = 0; i < watched.replicas().size(); i++) {
                if (descriptor.configuration().monotonicReads()) {
                    watched.replicas().get(i).observeOwned();
                }
                if (inspection.reads().get(i).isReachable()) {
                    awaitFirstObservation(watched.replicas().get(i), descriptor.configuration());
                }
            }
            awaitLag(watched, primary.executed());
            Group result = new WatchedGroup(descriptor, watched);
            complete = true;
            return result;
        } finally {
            if (!complete) {
                watched.close();
            }
        }
    }

    /** So that the first read finds its replicas. */
    private static void awaitFirstObservation(ReplicaMonitor replica, RoutingConfiguration configuration) {
        Servers servers = SessionRegistry.servers();
        long deadline =
                servers.clock().getAsLong() + configuration.probeTimeout().toNanos();
        ReplicaMonitor.awaitFirst(List.of(replica), GtidSet.empty(), deadline, servers.clock());
    }

    /** A replica that is not known to have what the primary had at start counts as lagging: given a moment to show it. */
    private static void awaitLag(Servers.Watched watched, GtidSet executed) {
        LongSupplier clock = watched.servers().clock();
        long deadline = clock.getAsLong() + LONGEST_CATCH_UP_NANOS;
        watched.replicas().stream()
                .filter(each -> each.observation() != null)
                .forEach(each -> ReplicaMonitor.awaitFirst(List.of(each), executed, deadline, clock));
    }

    private static MonitorSettings settings(RoutingConfiguration configuration) {
        return new MonitorSettings(
                configuration.probeInterval(),
                configuration.probeTimeout(),
                configuration.monitorStatementsPerSecond(),
                configuration.unknownCommit(),
                configuration.health().maxLag(),
                configuration.health().heartbeat());
    }
}
