package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;
import java.util.List;
import org.apache.shardingsphere.infra.metadata.database.ShardingSphereDatabase;
import org.apache.shardingsphere.infra.metadata.database.resource.unit.StorageUnit;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.apache.shardingsphere.mode.manager.listener.ContextManagerLifecycleListener;
import org.apache.shardingsphere.readwritesplitting.rule.ReadwriteSplittingRule;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts the groups of a ShardingSphere data source when it opens, and closes them with it. A start that is refused
 * closes the pools that ShardingSphere has opened by then, which it would leave open.
 */
public final class ReadYourWritesLifecycleListener implements ContextManagerLifecycleListener {
    private static final Logger LOGGER = LoggerFactory.getLogger(ReadYourWritesLifecycleListener.class);

    /** ShardingSphere makes the listener. */
    public ReadYourWritesLifecycleListener() {}

    @Override
    public void onInitialized(ContextManager contextManager) {
        boolean started = false;
        try {
            ReadwriteGroups source = new ReadwriteGroups(contextManager);
            RoutingRegistry.bindings().open(contextManager, source, RoutingRegistry.factory());
            logRouter(source.definitions(), contextManager);
            started = true;
        } catch (SQLException ex) {
            throw UndeclaredSqlException.raise(ex);
        } finally {
            if (!started) {
                close(contextManager);
            }
        }
    }

    private static void logRouter(List<GroupSource.Definition> groups, ContextManager contextManager) {
        if (groups.isEmpty()) {
            return;
        }
        for (ShardingSphereDatabase each : ShardingSphereRelease.databases(contextManager)) {
            for (ReadwriteSplittingRule rule : each.getRuleMetaData().findRules(ReadwriteSplittingRule.class)) {
                logRouter(groups.size(), each.getName(), ReadYourWritesSQLRouter.isActive(rule));
            }
        }
    }

    private static void logRouter(int groups, String database, boolean active) {
        if (active) {
            LOGGER.info("READ_YOUR_WRITES watches {} group(s); its router is active in database {}", groups, database);
        } else {
            LOGGER.warn(
                    "READ_YOUR_WRITES: another SQL router replaces ours in database {}. Off without it: inside a"
                            + " transaction that has written, reads may go to a replica; SELECTs without a table and"
                            + " CALL go to any data source; a wait budget may be spent once per group.",
                    database);
        }
    }

    private static void close(ContextManager contextManager) {
        for (ShardingSphereDatabase each : ShardingSphereRelease.databases(contextManager)) {
            each.getResourceMetaData().getStorageUnits().values().forEach(ReadYourWritesLifecycleListener::close);
        }
        try {
            contextManager.close();
        } catch (RuntimeException ex) {
            LOGGER.warn("Closing ShardingSphere after a refused start failed", ex);
        }
    }

    private static void close(StorageUnit unit) {
        try {
            if (unit.getDataSource() instanceof AutoCloseable closeable) {
                closeable.close();
            }
        } catch (Exception ex) {
            LOGGER.warn("Closing a data source after a refused start failed", ex);
        }
    }

    @Override
    public void onDestroyed(ContextManager contextManager) {
        RoutingRegistry.bindings().close(contextManager);
    }
}
