package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Primary;
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

    private final Primary primary;

    /** Not changed after construction. */
    private final Map<String, Replica> byName = new HashMap<>();

    /** The names in it; each replica has the index of its name. */
    private final String[] names;

    private final Replica[] replicas;

    Replicas(GroupDescriptor descriptor, Servers.Watched watched, Refusals refusals) {
        this.descriptor = descriptor;
        this.refusals = refusals;
        primary = watched.primary();
        int count = descriptor.reads().size();
        names = new String[count];
        replicas = new Replica[count];
        for (int i = 0; i < count; i++) {
            String name = descriptor.reads().get(i).name();
            Replica replica = new Replica(
                    new Target(descriptor.name(), name),
                    watched.replicas().get(i),
                    new PooledServer(descriptor.reads().get(i)));
            byName.put(name, replica);
            names[i] = name;
            replicas[i] = replica;
        }
    }

    /**
     * The replica of this name, or null if the group has none. Mostly the name is the rule's own object: to recognise it
     * takes fewer dependent loads than the map, which every decision would feel.
     */
    @Nullable
    @SuppressWarnings("ReferenceEquality") // others are looked up in the map
    Replica find(String name) {
        for (int i = 0; i < names.length; i++) {
            if (names[i] == name) {
                return replicas[i];
            }
        }
        return byName.get(name);
    }

    /** ShardingSphere must offer only what the rule named, else the floors would be checked against other servers. */
    private Replica get(String name, RoutingPass pass) throws SQLException {
        Replica result = find(name);
        if (result == null) {
            throw refusals.unknownName(name, byName.keySet(), pass);
        }
        return result;
    }

    /**
     * The one that the pass prefers, if it is on offer, healthy and has executed {@code floors}; else null. Without floors
     * it must be UP.
     */
    @Nullable
    Replica preferred(List<GtidSet> floors, List<String> available, RoutingPass pass) throws SQLException {
        String name = pass.preferred();
        if (name == null || !available.contains(name)) {
            return null;
        }
        Replica result = get(name, pass);
        return mayServe(result, floors, pass) ? result : null;
    }

    /** Whether it is healthy and has {@code floors}; without floors it must be UP. */
    static boolean mayServe(Replica replica, List<GtidSet> floors, RoutingPass pass) {
        return floors.isEmpty() ? replica.isFit(floors, pass.clock()) : replica.has(floors, pass.clock());
    }

    /**
     * The inner load balancer's choice, or the next one in the list, that is UP and has executed {@code floors}. For want
     * of one, and if there are floors, one that is LAGGING and has executed them.
     */
    @Nullable
    Replica pick(List<GtidSet> floors, List<String> available, RoutingPass pass) throws SQLException {
        String choice = descriptor.inner().pick(descriptor.name(), available);
        Replica result = find(choice);
        if (result == null && available.contains(choice)) {
            throw refusals.unknownName(choice, byName.keySet(), pass);
        }
        if (result != null && isOffered(choice, available) && result.isFit(floors, pass.clock())) {
            return result;
        }
        int first = available.indexOf(choice) + 1;
        for (int i = 0; i < available.size(); i++) {
            result = get(available.get((first + i) % available.size()), pass);
            if (result.isFit(floors, pass.clock())) {
                return result;
            }
        }
        return floors.isEmpty() ? null : lagging(floors, first, available, pass);
    }

    private @Nullable Replica lagging(List<GtidSet> floors, int first, List<String> available, RoutingPass pass)
            throws SQLException {
        for (int i = 0; i < available.size(); i++) {
            Replica result = get(available.get((first + available.size() - 1 + i) % available.size()), pass);
            if (result.has(floors, pass.clock())) {
                return result;
            }
        }
        return null;
    }

    /**
     * Of those on offer that answer the one that is behind least, be it STALLED; null if none answers. One that has nothing
     * of what the primary has is none of its replicas, or was wiped: it is not behind but wrong.
     */
    @Nullable
    Replica leastLagged(List<String> available, RoutingPass pass) throws SQLException {
        @Nullable Replica result = null;
        for (String each : available) {
            Replica replica = get(each, pass);
            if (replica.hasSomeOf(primary.known()) && (result == null || replica.lagNanos() < result.lagNanos())) {
                result = replica;
            }
        }
        return result;
    }

    /** The P99 of what healthy replicas took to have a commit, at the quickest; negative where nothing was measured. */
    long leastLongDelayNanos() {
        long result = -1;
        for (Replica each : byName.values()) {
            long nanos =
                    each.monitor().observation() == null ? -1 : each.monitor().longDelayNanos();
            result = nanos >= 0 && (result < 0 || nanos < result) ? nanos : result;
        }
        return result;
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
            if (replica.monitor().observation(pass.clock()) != null) {
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
