package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which group belongs to which load balancer instance and storage unit. Nothing is found by name alone: two
 * ShardingSphere data sources with equal names share nothing.
 *
 * <p>Thread-safe. Look-ups read one immutable snapshot and take no lock; only a group that is not bound yet is resolved
 * under the lock of its owner.
 */
final class GroupBindings {
    private final IdentityHashMap<Object, OwnedGroups> owners = new IdentityHashMap<>();
    private volatile Snapshot snapshot = Snapshot.of(List.of());

    /**
     * Makes and binds the groups of one ShardingSphere data source.
     *
     * @param owner the data source, compared by identity
     * @param report gets what is found at the groups' servers, and decides whether they may be used
     * @throws SQLException if one of the groups may not be used; then none is bound
     */
    void open(Object owner, GroupSource source, GroupFactory factory, StartReport report) throws SQLException {
        OwnedGroups groups = new OwnedGroups(source, factory);
        groups.open(report);
        synchronized (this) {
            owners.put(owner, groups);
            publish();
        }
    }

    /** Unbinds and closes the groups of {@code owner}, if it has any. */
    void close(Object owner) {
        OwnedGroups groups;
        synchronized (this) {
            groups = owners.remove(owner);
            publish();
        }
        if (groups != null) {
            groups.close();
        }
    }

    /** Returns the bound group, or null. */
    @Nullable
    Group find(Object algorithm, String groupName) {
        Map<String, Group> byName = snapshot.groups.get(algorithm);
        return byName == null ? null : byName.get(groupName);
    }

    /** Like {@link #get}; with what it takes to tell later whether the answer still holds. */
    Found look(Object algorithm, String groupName) throws SQLException {
        // Taken first: whatever changes during the look makes the answer one that does not hold.
        Snapshot current = snapshot;
        return new Found(groupName, get(algorithm, groupName), current);
    }

    /** Whether {@code found} is what a look for {@code groupName} would give now; it may have been made for another name. */
    boolean holds(Found found, String groupName) {
        return found.snapshot == snapshot && found.groupName.equals(groupName);
    }

    /**
     * Returns the bound group; else looks for it in the live data sources, whose rules may have been rebuilt.
     *
     * @throws SQLException if no live data source has it, or it may not be used
     */
    Group get(Object algorithm, String groupName) throws SQLException {
        Group result = find(algorithm, groupName);
        return result == null ? resolve(algorithm, groupName) : result;
    }

    private Group resolve(Object algorithm, String groupName) throws SQLException {
        for (OwnedGroups each : owners()) {
            Group result = each.resolve(algorithm, groupName);
            if (result != null) {
                synchronized (this) {
                    publish();
                }
                return result;
            }
        }
        throw new SQLTransientException(
                "READ_YOUR_WRITES: group '" + groupName
                        + "' belongs to no open ShardingSphere data source, so nothing is known about its servers; repeat the"
                        + " statement if its rule was changed just now, else the data source was closed or the rule is not in use");
    }

    private synchronized List<OwnedGroups> owners() {
        return List.copyOf(owners.values());
    }

    /** The bound groups of all data sources. */
    List<Group> all() {
        List<Group> result = new ArrayList<>();
        snapshot.groups.values().forEach(each -> result.addAll(each.values()));
        return result;
    }

    /** Returns what a storage unit is to the bound groups, or null if it is in none. */
    @Nullable
    DataSourceRole role(Object identity) {
        return snapshot.roles.get(identity);
    }

    /** Called under this object's lock. */
    private void publish() {
        snapshot = Snapshot.of(owners.values());
    }

    /** A group that was found, and in which snapshot. */
    record Found(String groupName, Group group, Object snapshot) {}

    private record Snapshot(
            IdentityHashMap<Object, Map<String, Group>> groups, IdentityHashMap<Object, DataSourceRole> roles) {

        static Snapshot of(Iterable<OwnedGroups> owners) {
            IdentityHashMap<Object, Map<String, Group>> groups = new IdentityHashMap<>();
            IdentityHashMap<Object, DataSourceRole> roles = new IdentityHashMap<>();
            for (OwnedGroups each : owners) {
                groups.putAll(each.view());
                each.view().values().forEach(byName -> byName.values().forEach(group -> addRoles(roles, group)));
            }
            return new Snapshot(groups, roles);
        }

        private static void addRoles(Map<Object, DataSourceRole> roles, Group group) {
            GroupDescriptor descriptor = group.descriptor();
            merge(roles, descriptor.write(), List.of(group), List.of());
            descriptor.reads().forEach(each -> merge(roles, each, List.of(), List.of(group)));
        }

        private static void merge(
                Map<Object, DataSourceRole> roles,
                DataSourceDescriptor dataSource,
                List<Group> writeOf,
                List<Group> readOf) {
            DataSourceRole added = new DataSourceRole(dataSource.name(), writeOf, readOf);
            roles.merge(dataSource.identity(), added, Snapshot::union);
        }

        private static DataSourceRole union(DataSourceRole left, DataSourceRole right) {
            return new DataSourceRole(
                    left.name(), join(left.writeOf(), right.writeOf()), join(left.readOf(), right.readOf()));
        }

        private static List<Group> join(List<Group> left, List<Group> right) {
            List<Group> result = new ArrayList<>(left);
            result.addAll(right);
            return result;
        }
    }
}
