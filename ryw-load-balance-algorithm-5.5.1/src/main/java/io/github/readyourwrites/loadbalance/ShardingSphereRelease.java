package io.github.readyourwrites.loadbalance;

import java.util.Collection;
import org.apache.shardingsphere.infra.metadata.database.ShardingSphereDatabase;
import org.apache.shardingsphere.mode.manager.ContextManager;

/** What differs in ShardingSphere 5.5.1, beside {@link ReadYourWritesSQLRouter}. */
final class ShardingSphereRelease {

    /** The release that this jar is for. */
    static final String VERSION = "5.5.1";

    private ShardingSphereRelease() {}

    static Collection<ShardingSphereDatabase> databases(ContextManager contextManager) {
        return contextManager.getMetaDataContexts().getMetaData().getDatabases().values();
    }
}
