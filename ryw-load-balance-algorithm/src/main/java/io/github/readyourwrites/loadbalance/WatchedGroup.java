package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.Floor;
import io.github.readyourwrites.session.ReadView;
import io.github.readyourwrites.session.RouteReason;
import io.github.readyourwrites.session.SessionRegistry;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A group whose servers are watched as long as it is open. */
final class WatchedGroup implements Group {

    private static final Logger LOGGER = LoggerFactory.getLogger(WatchedGroup.class);

    private final GroupDescriptor descriptor;

    private final Servers.Watched watched;

    private final SessionRegistry.Rule rule;

    private final Target write;

    private final Replicas replicas;

    private final RouteCounters counters;

    private final ReadRouting routing;

    /** Of the write data source. */
    private final PooledServer pooled;

    private final AtomicBoolean closed = new AtomicBoolean();

    WatchedGroup(GroupDescriptor descriptor, Servers.Watched watched) {
        this.descriptor = descriptor;
        this.watched = watched;
        RoutingConfiguration configuration = descriptor.configuration();
        write = new Target(descriptor.name(), descriptor.write().name());
        counters = new RouteCounters(descriptor.name());
        Refusals refusals = new Refusals(descriptor, counters);
        replicas = new Replicas(descriptor, watched, refusals);
        pooled = new PooledServer(descriptor.write());
        writeBegins();
        ReadFloors floors = new ReadFloors(configuration, watched.primary(), refusals);
        WaitBudget budget = new WaitBudget(configuration, replicas);
        Confirmation confirmation = new Confirmation(configuration, watched, floors, refusals, pooled, budget);
        PrimaryCatchUp catchUp =
                new PrimaryCatchUp(configuration, watched, write, refusals, pooled, budget, confirmation);
        Fallback fallback = new Fallback(
                configuration,
                replicas,
                write,
                counters,
                refusals,
                new FallbackPlaces(
                        descriptor.concurrentFallbacks(), watched.servers().clock()),
                confirmation,
                catchUp,
                watched.servers().clock());
        routing = new ReadRouting(
                configuration, watched, replicas, write, counters, fallback, catchUp, floors, pooled, budget);
        rule = use(configuration);
    }

    private static SessionRegistry.Rule use(RoutingConfiguration configuration) {
        try {
            return SessionRegistry.use(
                    configuration.tokenTtl(),
                    configuration.sessionlessScope(),
                    configuration.tokenKeys(),
                    configuration.tokenStore().orElse(null));
        } catch (IllegalArgumentException ex) {
            throw new IllegalArgumentException(
                    ex.getMessage()
                            + ". If they were changed at run time: that takes a restart; change them back until then",
                    ex);
        }
    }

    @Override
    public String route(List<String> available, RoutingPass pass) throws SQLException {
        return routing.route(available, pass);
    }

    @Override
    public void routedToPrimary(RouteReason reason) throws SQLException {
        RoutingPass pass = RoutingRegistry.pass();
        // Not asked, so it did not wait; another group of the same statement may have.
        pass.ask(false, null);
        routing.toPrimary(reason, pass);
    }

    @Override
    public boolean isWriting() {
        return ReadView.current().isWriting(watched.primary());
    }

    @Override
    public void untrackedStatement() {
        boolean first = watched.primary().setUntracked();
        // For the session's token: elsewhere nobody knows that this primary is not tracked.
        SessionRegistry.observer().marked(watched.primary().address());
        if (first) {
            LOGGER.warn(
                    "A statement ran on the write data source `{}` ({}) that no tracker saw: its commits cannot be seen, so"
                            + " from now on every read of its groups asks the primary for its position first. Add"
                            + " queryInterceptors=io.github.readyourwrites.capture.GtidTracker to the JDBC URL of `{}`, and"
                            + " have the plugin and Connector/J loaded by one class loader, to save that.",
                    descriptor.write().name(),
                    watched.primary().address(),
                    descriptor.write().name());
        }
    }

    @Override
    public void readFailed(String dataSourceName, SQLException ex) {
        Replica replica = replicas.find(dataSourceName);
        if (replica != null) {
            replica.monitor().suspect("a read failed: " + ex.getMessage());
        }
    }

    @Override
    public @Nullable MonotonicRead readBegins(String dataSourceName) {
        Floor floor =
                descriptor.configuration().monotonicReads() ? ReadView.current().sessionFloor(watched.primary()) : null;
        if (floor == null) {
            return null;
        }
        Replica replica = replicas.find(dataSourceName);
        return new MonotonicRead(
                floor,
                replica == null ? null : replica.monitor(),
                watched.servers().clock());
    }

    @Override
    public void writeBegins() {
        UUID server = watched.primary().serverUuid();
        if (server != null) {
            pooled.leadsTo(server);
        }
    }

    @Override
    public void writeFailed(SQLException ex) {
        watched.primary().suspect("a statement failed: " + ex.getMessage());
    }

    @Override
    public GroupDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public Map<RouteReason, Long> decisions() {
        return counters.snapshot();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            rule.close();
            watched.close();
        }
    }
}
