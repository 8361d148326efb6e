package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.Servers;
import io.github.readyourwrites.replica.SteadyReplicas;
import io.github.readyourwrites.session.SessionRegistry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedList;
import java.util.List;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.loadbalancer.core.LoadBalanceAlgorithm;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPILoader;
import org.jspecify.annotations.NullMarked;

/**
 * One group whose reads are decided as in an application, over replicas without a server. Load balancers come from
 * ShardingSphere's own loader; the list of replicas is of the kind that ShardingSphere 5.5.2 gives.
 */
@NullMarked
public final class DecisionGroup implements AutoCloseable {

    private static final String NAME = "readwrite_ds";

    private static final ServerAddress PRIMARY = new ServerAddress("primary", 3306);

    private final SteadyReplicas replicas;

    private final boolean sharesReplicas;

    private final List<String> available = new LinkedList<>();

    private final ReadYourWritesLoadBalanceAlgorithm readYourWrites =
            (ReadYourWritesLoadBalanceAlgorithm) load(ReadYourWritesLoadBalanceAlgorithm.TYPE);

    private final LoadBalanceAlgorithm roundRobin = load("ROUND_ROBIN");

    private final Primary primary = SessionRegistry.servers().primary(PRIMARY);

    /** Opens a group of {@code count} replicas that have all executed {@code executed}. */
    public DecisionGroup(int count, String executed) throws SQLException {
        this(new SteadyReplicas(count, executed), false);
    }

    private DecisionGroup(SteadyReplicas replicas, boolean sharesReplicas) throws SQLException {
        this.replicas = replicas;
        this.sharesReplicas = sharesReplicas;
        List<DataSourceDescriptor> reads = new ArrayList<>();
        for (int i = 0; i < replicas.monitors().size(); i++) {
            available.add("read_ds_" + i);
            reads.add(dataSource(available.get(i)));
        }
        GroupDescriptor descriptor = new GroupDescriptor(
                "shop",
                NAME,
                dataSource("write_ds"),
                reads,
                readYourWrites.configuration(),
                readYourWrites.inner(),
                "DYNAMIC");
        RoutingRegistry.bindings()
                .open(
                        this,
                        () -> List.of(new GroupSource.Definition(readYourWrites, descriptor)),
                        this::watch,
                        new StartReport("starts"));
    }

    /** Opens one more group on the same servers; to be closed before this one. */
    public DecisionGroup another() throws SQLException {
        return new DecisionGroup(replicas, true);
    }

    private static LoadBalanceAlgorithm load(String type) {
        return TypedSPILoader.getService(LoadBalanceAlgorithm.class, type, new Properties());
    }

    private static DataSourceDescriptor dataSource(String name) {
        return new DataSourceDescriptor(name, "jdbc:mysql://" + name + "/shop", "", "", new Object());
    }

    private Group watch(GroupInspection inspection) {
        GroupDescriptor descriptor = inspection.descriptor();
        ServerEndpoint write = ServerEndpoint.parse(descriptor.write().jdbcUrl(), "", "");
        return new WatchedGroup(
                descriptor,
                new Servers.Watched(SessionRegistry.servers(), write, List.of(), primary, replicas.monitors()));
    }

    /** A commit of the calling thread's session, or outside any session of this JVM. */
    public void committed(GtidSet gtids) {
        SessionRegistry.observer().committed(PRIMARY, gtids);
    }

    /** The primary is known to have executed {@code gtids}. */
    public void known(GtidSet gtids) {
        primary.committed(gtids);
    }

    /** What ShardingSphere asks for each read of the group. */
    public String readYourWrites() {
        return readYourWrites.getTargetName(NAME, available);
    }

    /** The same, asked of ShardingSphere's own default load balancer. */
    public String roundRobin() {
        return roundRobin.getTargetName(NAME, available);
    }

    @Override
    public void close() {
        RoutingRegistry.bindings().close(this);
        if (!sharesReplicas) {
            replicas.close();
        }
    }
}
