package io.github.readyourwrites.loadbalance;

import java.lang.reflect.Method;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which server the application's pooled connections of one data source lead to. When its address has moved to another
 * one the pool is told to part with its connections; where it cannot, the data source is not to be used. Thread-safe;
 * does not wait for connections in use, which the pool closes once they are given back.
 */
final class PooledServer {

    private static final Logger LOGGER = LoggerFactory.getLogger(PooledServer.class);

    private final DataSourceDescriptor dataSource;

    private volatile @Nullable UUID server;

    /** The server of the last warning: to that one connections cannot be turned. Written under this. */
    private volatile @Nullable UUID warnedOf;

    PooledServer(DataSourceDescriptor dataSource) {
        this.dataSource = dataSource;
    }

    /** Whether connections taken from the pool from now on lead to {@code observed}, the server behind the address. */
    boolean leadsTo(UUID observed) {
        return observed.equals(server) || (!observed.equals(warnedOf) && turnTo(observed));
    }

    private synchronized boolean turnTo(UUID observed) {
        UUID before = server;
        DataSource pool = dataSource.pool();
        if (before == null || before.equals(observed) || pool == null || evict(pool)) {
            if (before != null && !before.equals(observed)) {
                LOGGER.warn(
                        "The address of `{}` leads to another server ({} instead of {}): its pooled connections were"
                                + " evicted.",
                        dataSource.name(),
                        observed,
                        before);
            }
            server = observed;
            return true;
        }
        if (!observed.equals(warnedOf)) {
            warnedOf = observed;
            LOGGER.warn(
                    "The address of `{}` leads to another server ({} instead of {}), and its pool {} may keep connections"
                            + " to the old one that cannot be evicted from here. A read data source is not used until then:"
                            + " restart the application, or register the storage unit anew; HikariCP needs neither.",
                    dataSource.name(),
                    observed,
                    before,
                    pool.getClass().getName());
        }
        return false;
    }

    /** Without a dependency on HikariCP; ShardingSphere may have wrapped the pool. */
    private static boolean evict(Object pool) {
        try {
            Method bean = find(pool, "getHikariPoolMXBean");
            if (bean != null) {
                Object connections = bean.invoke(pool);
                if (connections != null) {
                    connections.getClass().getMethod("softEvictConnections").invoke(connections);
                }
                return true;
            }
            Method wrapped = find(pool, "getDataSource");
            Object inner = wrapped == null ? null : wrapped.invoke(pool);
            return inner instanceof DataSource && evict(inner);
        } catch (ReflectiveOperationException | RuntimeException ex) {
            LOGGER.debug("connections cannot be evicted", ex);
            return false;
        }
    }

    private static @Nullable Method find(Object pool, String method) {
        try {
            return pool.getClass().getMethod(method);
        } catch (NoSuchMethodException ignored) {
            return null;
        }
    }
}
