package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.PrimaryFixture;
import io.github.readyourwrites.replica.ReplicaFixture;
import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.session.RouteDecision;
import io.github.readyourwrites.session.RywSession;
import io.github.readyourwrites.session.SessionRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/**
 * A real group that never waits, of replicas named {@code read_0}, {@code read_1} and so on, which are observed when the
 * test says so. Each has a primary of its own, which nobody has written to.
 */
final class RoutedGroupFixture implements AutoCloseable {

    static final String NAME = "g";

    private static final AtomicInteger PRIMARIES = new AtomicInteger();

    final List<ReplicaFixture> replicas = new ArrayList<>();

    final List<String> available = new ArrayList<>();

    final GroupDescriptor descriptor;

    final Group group;

    private final Servers.Watched watched;

    private final ServerAddress primary;

    private final LongSupplier clock;

    RoutedGroupFixture(int count, Duration probeTimeout, LongSupplier clock, InnerLoadBalancer inner) {
        this(count, probeTimeout, clock, inner, Map.of(PropertyNames.WAIT_TIMEOUT, "0"));
    }

    RoutedGroupFixture(
            int count,
            Duration probeTimeout,
            LongSupplier clock,
            InnerLoadBalancer inner,
            Map<String, String> configured) {
        this(count, probeTimeout, clock, inner, configured, GroupFixture.dataSource("write"));
    }

    RoutedGroupFixture(
            int count,
            Duration probeTimeout,
            LongSupplier clock,
            InnerLoadBalancer inner,
            Map<String, String> configured,
            DataSourceDescriptor written) {
        this.clock = clock;
        ServerEndpoint write =
                ServerEndpoint.parse("jdbc:mysql://primary-" + PRIMARIES.incrementAndGet() + ":3306/shop", "", "");
        primary = write.address();
        List<DataSourceDescriptor> reads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            available.add("read_" + i);
            reads.add(GroupFixture.dataSource("read_" + i));
            replicas.add(new ReplicaFixture("replica-" + i, probeTimeout, clock));
        }
        Properties properties = new Properties();
        properties.putAll(configured);
        descriptor = new GroupDescriptor(
                "db", NAME, written, reads, RoutingConfigurationParser.parse(properties), inner, "DYNAMIC");
        watched = new Servers.Watched(
                new Servers(clock),
                write,
                List.of(),
                SessionRegistry.servers().primary(primary),
                replicas.stream().map(ReplicaFixture::monitor).toList());
        group = new WatchedGroup(descriptor, watched);
    }

    static GtidSet gtids(String intervals) {
        return GtidSet.parse("11111111-1111-1111-1111-111111111111:" + intervals);
    }

    /** Every replica has executed just this, and is looked at. */
    void executed(GtidSet gtids) {
        replicas.forEach(each -> each.executed(gtids));
    }

    /** A commit of the thread's session, or outside any session. */
    void committed(GtidSet gtids) {
        SessionRegistry.observer().committed(primary, gtids);
    }

    /** The primary told this at the start. */
    void primaryHas(GtidSet gtids) {
        watched.primary().identify(UUID.fromString("11111111-1111-1111-1111-111111111111"), gtids);
    }

    /** Its primary. */
    Primary primary() {
        return watched.primary();
    }

    /** Lets {@code server} answer the primary's fences from now on. */
    PrimaryFixture answeredBy(UUID server) {
        return new PrimaryFixture(watched.servers(), watched.primary(), server);
    }

    /** How long a read may wait now. */
    WaitBudget budget() {
        Refusals refusals = new Refusals(descriptor, new RouteCounters(NAME));
        return new WaitBudget(descriptor.configuration(), new Replicas(descriptor, watched, refusals));
    }

    /** Routes a read in a pass of its own. */
    RouteDecision route() throws SQLException {
        RoutingPass pass = new RoutingPass(clock);
        pass.begin();
        group.route(available, pass);
        return RywSession.lastDecision().orElseThrow();
    }

    @Override
    public void close() {
        group.close();
    }
}
