package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.ReplicaMonitor;
import io.github.readyourwrites.replica.Servers;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The replicas of one group, by the names of their read data sources. Immutable, never blocks. */
final class Replicas {

    private final GroupDescriptor descriptor;

    /** Not changed after construction. */
    private final Map<String, Replica> byName = new HashMap<>();

    Replicas(GroupDescriptor descriptor, Servers.Watched watched) {
        this.descriptor = descriptor;
        for (int i = 0; i < descriptor.reads().size(); i++) {
            String name = descriptor.reads().get(i).name();
            byName.put(
                    name,
                    new Replica(
                            new Target(descriptor.name(), name),
                            watched.replicas().get(i)));
        }
    }

    /** The replica of this name, or null if the group has none. */
    @Nullable
    Replica find(String name) {
        return byName.get(name);
    }

    /**
     * The replica of a name that ShardingSphere offers.
     *
     * @throws SQLException if the rule did not name it, so nothing is known of its server
     */
    Replica get(String name) throws SQLException {
        Replica result = byName.get(name);
        if (result == null) {
            throw new SQLTransientException("Group `" + descriptor.name() + "` was asked to read from `" + name
                    + "`, which is not one of its read data sources " + byName.keySet()
                    + "; if the rule was changed at run time, retry, else check readDataSourceNames");
        }
        return result;
    }

    /** The inner load balancer's choice, or the next one in the list that is healthy and has executed {@code floors}. */
    @Nullable
    Replica pick(List<String> available, List<GtidSet> floors, long nowNanos) throws SQLException {
        String choice = descriptor.inner().pick(descriptor.name(), available);
        Replica result = byName.get(choice);
        if (result != null && isOffered(choice, available) && result.has(floors, nowNanos)) {
            return result;
        }
        int first = available.indexOf(choice) + 1;
        for (int i = 0; i < available.size(); i++) {
            result = get(available.get((first + i) % available.size()));
            if (result.has(floors, nowNanos)) {
                return result;
            }
        }
        return null;
    }

    /** Of the rule's read data sources ShardingSphere leaves out disabled ones: a list as long as the rule's has all. */
    private boolean isOffered(String name, List<String> available) {
        return available.size() == byName.size() || available.contains(name);
    }

    /** The monitors of those that are healthy, whatever they have executed. */
    List<ReplicaMonitor> healthy(List<String> available, long nowNanos) throws SQLException {
        List<ReplicaMonitor> result = new ArrayList<>(available.size());
        for (String each : available) {
            Replica replica = get(each);
            if (replica.has(List.of(), nowNanos)) {
                result.add(replica.monitor());
            }
        }
        return result;
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
