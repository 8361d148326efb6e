package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The groups of one ShardingSphere data source, by load balancer instance and name. Thread-safe: making and closing
 * groups happens under this object's lock, which may be held as long as a start check takes; {@link #view} takes none.
 */
final class OwnedGroups {
    private static final long RETRY_NANOS = 1_000_000_000L;

    private final GroupSource source;
    private final GroupFactory factory;
    private final IdentityHashMap<Object, Map<String, Group>> groups = new IdentityHashMap<>();
    private volatile IdentityHashMap<Object, Map<String, Group>> view = new IdentityHashMap<>();
    private boolean closed;
    private final IdentityHashMap<Object, Map<String, Failure>> failures = new IdentityHashMap<>();

    OwnedGroups(GroupSource source, GroupFactory factory) {
        this.source = source;
        this.factory = factory;
    }

    /** Looks at every group's servers for {@code report}, and makes every group, or none and throws. */
    synchronized void open(StartReport report) throws SQLException {
        boolean complete = false;
        try {
            List<GroupSource.Definition> definitions = source.definitions();
            List<GroupInspection> inspections = new ArrayList<>();
            for (GroupSource.Definition each : definitions) {
                inspections.add(factory.inspect(each.descriptor()));
            }
            inspections.forEach(report::add);
            report.conclude();
            for (int i = 0; i < definitions.size(); i++) {
                add(definitions.get(i), inspections.get(i));
            }
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    /**
     * Makes the group of a rule that was rebuilt after the start, and closes those whose load balancer is gone. What
     * failed is not tried again for a second: every read of the group would repeat it.
     *
     * @return the group, or null if it is none of this data source's
     * @throws SQLException if the group may not be used
     */
    synchronized @Nullable Group resolve(Object algorithm, String groupName) throws SQLException {
        Group known = groups.getOrDefault(algorithm, Map.of()).get(groupName);
        if (known != null || closed) {
            return known;
        }
        Failure failure = failures.getOrDefault(algorithm, Map.of()).get(groupName);
        if (failure != null && System.nanoTime() - failure.atNanos < RETRY_NANOS) {
            throw new SQLTransientException(failure.cause.getMessage(), failure.cause);
        }
        List<GroupSource.Definition> current = source.definitions();
        for (GroupSource.Definition each : current) {
            if (each.isFor(algorithm, groupName)) {
                // The new one first: it joins the monitors that the old ones use.
                Group result = addOrRemember(each);
                closeAllBut(current);
                return result;
            }
        }
        return null;
    }

    private Group addOrRemember(GroupSource.Definition definition) throws SQLException {
        try {
            GroupInspection inspection = factory.inspect(definition.descriptor().withoutPool());
            StartReport report = new StartReport("watches a group whose rule was changed");
            report.add(inspection);
            report.conclude();
            return add(definition, inspection.of(definition.descriptor()));
        } catch (SQLException ex) {
            throw remembered(definition, ex);
        } catch (RuntimeException ex) {
            String name = definition.descriptor().name();
            throw remembered(
                    definition,
                    new SQLTransientException(
                            "READ_YOUR_WRITES: group '" + name + "', whose rule was changed, cannot be used: "
                                    + ex.getMessage(),
                            ex));
        }
    }

    private SQLException remembered(GroupSource.Definition definition, SQLException failure) {
        failures.computeIfAbsent(definition.algorithm(), ignored -> new HashMap<>())
                .put(definition.descriptor().name(), new Failure(failure, System.nanoTime()));
        return failure;
    }

    private Group add(GroupSource.Definition definition, GroupInspection inspection) throws SQLException {
        Group result = factory.create(inspection);
        groups.computeIfAbsent(definition.algorithm(), ignored -> new HashMap<>())
                .put(definition.descriptor().name(), result);
        publish();
        return result;
    }

    private void closeAllBut(List<GroupSource.Definition> current) {
        Set<Object> live = Collections.newSetFromMap(new IdentityHashMap<>());
        current.forEach(each -> live.add(each.algorithm()));
        groups.entrySet().removeIf(entry -> {
            boolean gone = !live.contains(entry.getKey());
            if (gone) {
                entry.getValue().values().forEach(Group::close);
            }
            return gone;
        });
        failures.keySet().retainAll(live);
        publish();
    }

    private void publish() {
        IdentityHashMap<Object, Map<String, Group>> result = new IdentityHashMap<>();
        groups.forEach((algorithm, byName) -> result.put(algorithm, Map.copyOf(byName)));
        view = result;
    }

    /** The groups of this moment, by load balancer instance (compared by identity) and name; never changes. */
    IdentityHashMap<Object, Map<String, Group>> view() {
        return view;
    }

    synchronized void close() {
        closed = true;
        groups.values().forEach(byName -> byName.values().forEach(Group::close));
        groups.clear();
        publish();
    }

    /** Why a group could not be made, and when. */
    private record Failure(SQLException cause, long atNanos) {}
}
