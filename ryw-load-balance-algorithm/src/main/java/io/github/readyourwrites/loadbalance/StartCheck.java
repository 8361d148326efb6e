package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.ServerInspection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a group's servers once, before anything is built on them. Opens nothing that stays; blocks for each server
 * that does not answer as long as {@link #PATIENCE}.
 */
final class StartCheck {

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final GroupDescriptor descriptor;

    private final GroupFindings findings;

    StartCheck(GroupDescriptor descriptor) {
        this.descriptor = descriptor;
        findings = new GroupFindings(descriptor);
    }

    /** Never throws for what it finds: whether the group may start is for the caller to decide. */
    GroupInspection inspect() {
        List<ServerEndpoint> endpoints = endpoints();
        if (endpoints.size() <= descriptor.reads().size()) {
            return new GroupInspection(descriptor, List.of(), TrackerState.UNKNOWN, findings.list());
        }
        InspectedServer primary = look(descriptor.write(), endpoints.get(0));
        List<InspectedServer> servers = new ArrayList<>();
        servers.add(primary);
        for (int i = 0; i < descriptor.reads().size(); i++) {
            servers.add(look(descriptor.reads().get(i), endpoints.get(i + 1)));
        }
        List<InspectedServer> replicas = servers.subList(1, servers.size());
        TrackerState tracker = TrackerState.UNKNOWN;
        if (PrimaryCheck.check(primary, replicas, findings)) {
            tracker = tracker(primary);
            TrackerCheck.check(primary, tracker, findings);
        }
        replicas.forEach(each -> ReplicaCheck.check(each, primary, findings));
        AccountCheck.check(servers, findings);
        return new GroupInspection(descriptor, servers, tracker, findings.list());
    }

    private static TrackerState tracker(InspectedServer primary) {
        return primary.dataSource().pool() == null
                ? TrackerState.UNKNOWN
                : TrackerState.of(primary.dataSource().pool());
    }

    private List<ServerEndpoint> endpoints() {
        List<ServerEndpoint> result = new ArrayList<>();
        addEndpoint(descriptor.write(), result);
        descriptor.reads().forEach(each -> addEndpoint(each, result));
        return result;
    }

    private void addEndpoint(DataSourceDescriptor dataSource, List<ServerEndpoint> endpoints) {
        Optional<MonitorAccount> account = descriptor.configuration().monitorAccount();
        String username = account.map(MonitorAccount::username).orElse(dataSource.username());
        String password = account.map(MonitorAccount::password).orElse(dataSource.password());
        try {
            endpoints.add(ServerEndpoint.parse(dataSource.jdbcUrl(), emptyToNull(username), emptyToNull(password)));
        } catch (IllegalArgumentException ex) {
            findings.refuse(
                    "`" + dataSource.name() + "`",
                    String.valueOf(ex.getMessage()),
                    "write jdbc:mysql://host:port/database with one server, as READ_YOUR_WRITES must know which server"
                            + " answers");
        }
    }

    private static @Nullable String emptyToNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static InspectedServer look(DataSourceDescriptor dataSource, ServerEndpoint endpoint) {
        try {
            return new InspectedServer(dataSource, endpoint, ServerInspection.of(endpoint, PATIENCE), null);
        } catch (SQLException ex) {
            return new InspectedServer(dataSource, endpoint, null, ex);
        }
    }
}
