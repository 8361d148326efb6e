package io.github.readyourwrites.loadbalance;

import java.util.Collection;
import org.apache.shardingsphere.infra.metadata.database.ShardingSphereDatabase;
import org.apache.shardingsphere.mode.manager.ContextManager;

/**
 * Beside {@link ReadYourWritesSQLRouter} the only class that is written anew for another release of ShardingSphere: see
 * the module {@code ryw-load-balance-algorithm-5.5.1}.
 */
final class ShardingSphereRelease {

    /** The release that this jar is for. */
    static final String VERSION = "5.5.2";

    private ShardingSphereRelease() {}

    static Collection<ShardingSphereDatabase> databases(ContextManager contextManager) {
        return contextManager.getMetaDataContexts().getMetaData().getAllDatabases();
    }
}
