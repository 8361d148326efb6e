package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;
import java.util.List;
import org.apache.shardingsphere.infra.metadata.database.ShardingSphereDatabase;
import org.apache.shardingsphere.infra.metadata.database.resource.unit.StorageUnit;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.apache.shardingsphere.mode.manager.listener.ContextManagerLifecycleListener;
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
            StartReport report = report(contextManager, source.definitions());
            RoutingRegistry.bindings().open(contextManager, source, RoutingRegistry.factory(), report);
            started = true;
        } catch (SQLException ex) {
            throw UndeclaredSqlException.raise(ex);
        } finally {
            if (!started) {
                close(contextManager);
            }
        }
    }

    private static StartReport report(ContextManager contextManager, List<GroupSource.Definition> groups) {
        StartReport result = new StartReport("starts");
        for (DatabaseRules each : DatabaseRulesReader.read(contextManager)) {
            result.add(
                    each,
                    groups.stream()
                            .map(GroupSource.Definition::descriptor)
                            .filter(group -> group.database().equals(each.database()))
                            .toList());
        }
        return result;
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
