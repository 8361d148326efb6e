package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.LastRead;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The replicas of one group, by the names of their read data sources. Thread-safe, never blocks. */
final class Replicas {

    private final GroupDescriptor descriptor;

    private final Refusals refusals;

    /** Not changed after construction. */
    private final Map<String, Replica> byName = new HashMap<>();

    Replicas(GroupDescriptor descriptor, Servers.Watched watched, Refusals refusals) {
        this.descriptor = descriptor;
        this.refusals = refusals;
        for (int i = 0; i < descriptor.reads().size(); i++) {
            String name = descriptor.reads().get(i).name();
            byName.put(
                    name,
                    new Replica(
                            new Target(descriptor.name(), name),
                            watched.replicas().get(i),
                            new PooledServer(descriptor.reads().get(i))));
        }
    }

    /** The replica of this name, or null if the group has none. */
    @Nullable
    Replica find(String name) {
        return byName.get(name);
    }

    /** ShardingSphere must offer only what the rule named, else the floors would be checked against other servers. */
    private Replica get(String name, RoutingPass pass) throws SQLException {
        Replica result = byName.get(name);
        if (result == null) {
            throw refusals.unknownName(name, byName.keySet(), pass);
        }
        return result;
    }

    /** The one that the pass prefers, if it is on offer, healthy and has executed {@code floors}; else null. */
    @Nullable
    Replica preferred(List<GtidSet> floors, List<String> available, RoutingPass pass) throws SQLException {
        String name = pass.preferred();
        if (name == null || !available.contains(name)) {
            return null;
        }
        Replica result = get(name, pass);
        return result.has(floors, pass.clock()) ? result : null;
    }

    /** The inner load balancer's choice, or the next one in the list that is healthy and has executed {@code floors}. */
    @Nullable
    Replica pick(List<GtidSet> floors, List<String> available, RoutingPass pass) throws SQLException {
        String choice = descriptor.inner().pick(descriptor.name(), available);
        Replica result = byName.get(choice);
        if (result == null && available.contains(choice)) {
            throw refusals.unknownName(choice, byName.keySet(), pass);
        }
        if (result != null && isOffered(choice, available) && result.has(floors, pass.clock())) {
            return result;
        }
        int first = available.indexOf(choice) + 1;
        for (int i = 0; i < available.size(); i++) {
            result = get(available.get((first + i) % available.size()), pass);
            if (result.has(floors, pass.clock())) {
                return result;
            }
        }
        return null;
    }

    /** Of the rule's read data sources ShardingSphere leaves out disabled ones: a list as long as the rule's has all. */
    private boolean isOffered(String name, List<String> available) {
        return available.size() == byName.size() || available.contains(name);
    }

    /** The one that was read from last, if it is on offer and its life goes on. */
    @Nullable
    Replica lastRead(LastRead last, List<String> available, RoutingPass pass) throws SQLException {
        for (String each : available) {
            Replica result = get(each, pass);
            if (last.isOf(result.monitor())) {
                return result;
            }
        }
        return null;
    }

    /** The monitors of those that are healthy, whatever they have executed. */
    List<ReplicaMonitor> healthy(List<String> available, RoutingPass pass) throws SQLException {
        List<ReplicaMonitor> result = new ArrayList<>(available.size());
        for (String each : available) {
            Replica replica = get(each, pass);
            if (replica.has(List.of(), pass.clock())) {
                result.add(replica.monitor());
            }
        }
        return result;
    }

    /** The first of those on offer that {@code monitor} watches. */
    Replica watchedBy(ReplicaMonitor monitor, List<String> available, RoutingPass pass) throws SQLException {
        for (String each : available) {
            Replica result = get(each, pass);
            if (result.monitor() == monitor) {
                return result;
            }
        }
        throw new IllegalStateException("a replica arrived that nobody waited for: " + monitor.address());
    }

    /** The states of those on offer in words, for error messages. */
    String describe(List<String> available) {
        StringBuilder result = new StringBuilder("Replicas:");
        for (String each : available) {
            Replica replica = byName.get(each);
            result.append(" `").append(each).append("` ");
            result.append(
                    replica == null
                            ? "unknown"
                            : Refusals.shortened(replica.monitor().describe()));
        }
        return result.toString();
    }
}
