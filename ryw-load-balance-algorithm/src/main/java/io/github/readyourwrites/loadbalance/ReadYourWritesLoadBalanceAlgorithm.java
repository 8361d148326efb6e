package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmInitializationException;
import org.apache.shardingsphere.infra.algorithm.loadbalancer.core.LoadBalanceAlgorithm;
import org.apache.shardingsphere.infra.spi.type.typed.TypedSPILoader;
import org.jspecify.annotations.Nullable;

/**
 * The load balancer {@code READ_YOUR_WRITES}: sends a read to a replica that has what the reader must see.
 *
 * <p>ShardingSphere makes and initialises it more than once per rule, so {@link #init} parses and starts nothing; what
 * runs belongs to the {@link Group} that the registry binds to this instance. Thread-safe once initialised.
 */
public final class ReadYourWritesLoadBalanceAlgorithm implements LoadBalanceAlgorithm {
    static final String TYPE = "READ_YOUR_WRITES";

    private @Nullable RoutingConfiguration configuration;
    private @Nullable LoadBalanceAlgorithm inner;

    /** What the last look for a group gave. Published by a race: a thread that sees an older one looks again. */
    private GroupBindings.@Nullable Found found;

    @Override
    public void init(Properties props) {
        String misfit = ServiceFit.misfit();
        if (misfit != null) {
            throw new AlgorithmInitializationException(this, "%s", misfit);
        }
        try {
            RoutingConfiguration parsed = RoutingConfigurationParser.parse(props);
            inner = createInner(parsed);
            configuration = parsed;
        } catch (InvalidPropertyException ex) {
            throw new AlgorithmInitializationException(this, "%s", ex.getMessage());
        }
    }

    private static LoadBalanceAlgorithm createInner(RoutingConfiguration configuration) {
        Properties properties = new Properties();
        properties.putAll(configuration.loadBalancerProperties());
        // not getService: for an unknown type it silently gives the default one
        return TypedSPILoader.findService(LoadBalanceAlgorithm.class, configuration.loadBalancer(), properties)
                .orElseThrow(() -> PropertyReader.invalid(
                        PropertyNames.LOAD_BALANCER,
                        configuration.loadBalancer(),
                        "the types of load balancers on the class path, such as ROUND_ROBIN, RANDOM, WEIGHT"));
    }

    @Override
    public void check(String databaseName, Collection<String> configuredTargetNames) {
        initialised(inner).check(databaseName, configuredTargetNames);
    }

    /**
     * Decides where a read of the group goes. May wait up to {@code wait-timeout-milliseconds}, and where it goes to the
     * primary for want of a replica up to {@code wait-timeout-max-milliseconds} for a place there and 50 ms for the primary
     * to tell who it is.
     *
     * @return one of the available names, or the name of the group's write data source
     */
    @Override
    public String getTargetName(String groupName, List<String> availableTargetNames) {
        RoutingPass pass = RoutingRegistry.pass();
        if (!pass.isInRouter()) {
            pass.begin();
        }
        pass.asked();
        try {
            return group(groupName).route(availableTargetNames, pass);
        } catch (SQLException ex) {
            throw UndeclaredSqlException.raise(ex);
        } catch (RuntimeException ex) {
            // ShardingSphere would drop message and cause
            throw UndeclaredSqlException.raise(
                    new SQLTransientException(TYPE + ": routing of group '" + groupName + "' failed: " + ex, ex));
        }
    }

    private Group group(String name) throws SQLException {
        GroupBindings.Found last = found;
        if (last == null || !RoutingRegistry.bindings().holds(last, name)) {
            last = RoutingRegistry.bindings().look(this, name);
            found = last;
        }
        return last.group();
    }

    RoutingConfiguration configuration() {
        return initialised(configuration);
    }

    /** The load balancer inside this one. */
    InnerLoadBalancer inner() {
        return initialised(inner)::getTargetName;
    }

    private static <T> T initialised(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException(TYPE + " has not been initialised");
        }
        return value;
    }

    @Override
    public String getType() {
        return TYPE;
    }
}
