package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.ServerIdentity;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at a group's servers once, before anything is built on them. Each refusal names what, where and the remedy. */
final class StartCheck {

    private static final Logger LOGGER = LoggerFactory.getLogger(StartCheck.class);

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final GroupDescriptor descriptor;

    StartCheck(GroupDescriptor descriptor) {
        this.descriptor = descriptor;
    }

    /** How a data source's server is reached by monitors. */
    ServerEndpoint endpoint(DataSourceDescriptor dataSource) throws SQLException {
        Optional<MonitorAccount> account = descriptor.configuration().monitorAccount();
        String username = account.map(MonitorAccount::username).orElse(dataSource.username());
        String password = account.map(MonitorAccount::password).orElse(dataSource.password());
        try {
            return ServerEndpoint.parse(
                    dataSource.jdbcUrl(), username.isEmpty() ? null : username, password.isEmpty() ? null : password);
        } catch (IllegalArgumentException ex) {
            throw refusal(dataSource, ex.getMessage() + ", as READ_YOUR_WRITES must know which server answers");
        }
    }

    /** The write data source must answer, and number its transactions. */
    ServerIdentity primary(ServerEndpoint endpoint) throws SQLException {
        ServerIdentity result;
        try {
            result = ServerIdentity.of(endpoint, PATIENCE);
        } catch (SQLException ex) {
            throw new SQLException(
                    where(descriptor.write()) + "monitors cannot connect as " + endpoint + ": " + ex.getMessage(), ex);
        }
        requireGtids(descriptor.write(), result);
        return result;
    }

    /** A read data source may be down at start; one that answers must be a replica of this primary. */
    boolean replica(DataSourceDescriptor dataSource, ServerEndpoint endpoint, ServerIdentity primary)
            throws SQLException {
        ServerIdentity first;
        ServerIdentity second;
        try {
            first = ServerIdentity.of(endpoint, PATIENCE);
            second = ServerIdentity.of(endpoint, PATIENCE);
        } catch (SQLException ex) {
            LOGGER.warn("{}not reachable at start, used once it answers: {}", where(dataSource), ex.getMessage());
            return false;
        }
        requireGtids(dataSource, first);
        if (!first.serverUuid().equals(second.serverUuid())) {
            throw refusal(
                    dataSource,
                    "two connections reached two servers (" + first.serverUuid() + ", " + second.serverUuid()
                            + "); give each replica an address and a data source of its own");
        }
        if (isOfAnotherCluster(first.executed(), primary)) {
            throw refusal(
                    dataSource,
                    "the server " + endpoint.address() + " has executed " + first.executed()
                            + ", none of it from the primary (" + primary.executed()
                            + "): it is a replica of another cluster; correct its JDBC URL, or that of `"
                            + descriptor.write().name() + "`");
        }
        return true;
    }

    private static boolean isOfAnotherCluster(GtidSet executed, ServerIdentity primary) {
        return !executed.isEmpty()
                && !primary.executed().isEmpty()
                && Collections.disjoint(executed.sources(), primary.executed().sources());
    }

    private void requireGtids(DataSourceDescriptor dataSource, ServerIdentity identity) throws SQLException {
        if (!"ON".equals(identity.gtidMode())) {
            throw refusal(
                    dataSource,
                    "gtid_mode is " + identity.gtidMode()
                            + "; READ_YOUR_WRITES needs gtid_mode=ON and enforce_gtid_consistency=ON on every server");
        }
    }

    private SQLException refusal(DataSourceDescriptor dataSource, String reason) {
        return new SQLException(where(dataSource) + reason);
    }

    private String where(DataSourceDescriptor dataSource) {
        return "Group `" + descriptor.name() + "`, data source `" + dataSource.name() + "`: ";
    }
}
