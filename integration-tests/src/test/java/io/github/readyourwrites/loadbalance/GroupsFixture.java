package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.session.RouteReason;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Groups that answer what a test says and note what they are told: without an answer, the preferred replica or else the
 * first. Closing puts the real factory back.
 */
public final class GroupsFixture implements AutoCloseable {
    private final RoutingRegistry.Installation installation = RoutingRegistry.install(this::create);
    private final List<String> events = new CopyOnWriteArrayList<>();
    private volatile @Nullable String answer;
    private volatile @Nullable SQLException routeFailure;
    private volatile @Nullable SQLException startFailure;

    /** Every group answers with this data source from now on. */
    public void answer(@Nullable String dataSourceName) {
        answer = dataSourceName;
    }

    public void failRoutes(@Nullable SQLException ex) {
        routeFailure = ex;
    }

    public void failStarts(@Nullable SQLException ex) {
        startFailure = ex;
    }

    public List<String> events() {
        return List.copyOf(events);
    }

    /** What happened since the last call, apart from the start. */
    public List<String> drain() {
        List<String> result = List.copyOf(events);
        events.clear();
        return result;
    }

    private Group create(GroupInspection inspection) throws SQLException {
        GroupDescriptor descriptor = inspection.descriptor();
        SQLException ex = startFailure;
        if (ex != null) {
            throw ex;
        }
        events.add("create " + descriptor.database() + "." + descriptor.name() + " " + descriptor.write() + " "
                + descriptor.reads() + " " + descriptor.transactionalStrategy());
        return new Recorded(descriptor);
    }

    @Override
    public void close() {
        installation.close();
    }

    private final class Recorded implements Group {
        private final GroupDescriptor descriptor;

        Recorded(GroupDescriptor descriptor) {
            this.descriptor = descriptor;
        }

        @Override
        public String route(List<String> available, RoutingPass pass) throws SQLException {
            note("route " + (pass.inTransaction() ? "in transaction, " : "") + "preferred " + pass.preferred());
            SQLException ex = routeFailure;
            if (ex != null) {
                throw ex;
            }
            String result = answer;
            if (result != null) {
                return result;
            }
            String preferred = pass.preferred();
            return preferred != null && available.contains(preferred) ? preferred : available.get(0);
        }

        @Override
        public void routedToPrimary(RouteReason reason) {
            note(reason.name());
        }

        @Override
        public void untrackedStatement() {
            note("untracked");
        }

        @Override
        public void readFailed(String dataSourceName, SQLException ex) {
            note("failed " + dataSourceName + " " + ex.getSQLState());
        }

        private void note(String event) {
            events.add(descriptor.name() + ": " + event);
        }

        @Override
        public java.util.Map<RouteReason, Long> decisions() {
            return java.util.Map.of();
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
        public void writeFailed(SQLException ex) {}

        @Override
        public GroupDescriptor descriptor() {
            return descriptor;
        }

        @Override
        public void close() {
            events.add("close " + descriptor.name());
        }
    }
}
