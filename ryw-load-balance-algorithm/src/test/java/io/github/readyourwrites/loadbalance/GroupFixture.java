package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** A group that always answers its first replica. */
final class GroupFixture implements Group {
    private final GroupDescriptor descriptor;
    boolean closed;
    int untracked;
    int failures;
    int writes;

    GroupFixture(GroupDescriptor descriptor) {
        this.descriptor = descriptor;
    }

    static GroupDescriptor descriptor(String name, DataSourceDescriptor write, DataSourceDescriptor... reads) {
        return new GroupDescriptor(
                "db",
                name,
                write,
                List.of(reads),
                RoutingConfigurationParser.parse(new Properties()),
                (group, available) -> available.get(0),
                "DYNAMIC");
    }

    static DataSourceDescriptor dataSource(String name) {
        return new DataSourceDescriptor(name, "jdbc:mysql://h/" + name, "", "", new Object());
    }

    @Override
    public String route(List<String> available, RoutingPass pass) {
        return available.get(0);
    }

    @Override
    public void routedToPrimary(RouteReason reason) {}

    @Override
    public void untrackedStatement() {
        untracked++;
    }

    @Override
    public void readFailed(String dataSourceName, SQLException ex) {
        failures++;
    }

    @Override
    public Map<RouteReason, Long> decisions() {
        return Map.of();
    }

    @Override
    public boolean isWriting() {
        return false;
    }

    @Override
    public @Nullable MonotonicRead readBegins(String dataSourceName) {
        return null;
    }

    @Override
    public void writeBegins() {
        writes++;
    }

    @Override
    public void writeFailed(SQLException ex) {}

    @Override
    public GroupDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public void close() {
        closed = true;
    }

    /** One definition per load balancer instance. */
    static List<GroupSource.Definition> definitions(Map<Object, GroupDescriptor> descriptors) {
        return descriptors.entrySet().stream()
                .map(entry -> new GroupSource.Definition(entry.getKey(), entry.getValue()))
                .toList();
    }
}
