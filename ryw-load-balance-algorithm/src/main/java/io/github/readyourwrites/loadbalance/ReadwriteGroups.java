package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.shardingsphere.infra.metadata.database.ShardingSphereDatabase;
import org.apache.shardingsphere.infra.metadata.database.resource.unit.StorageUnit;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.apache.shardingsphere.readwritesplitting.rule.ReadwriteSplittingDataSourceGroupRule;
import org.apache.shardingsphere.readwritesplitting.rule.ReadwriteSplittingRule;

/**
 * Reads the groups with our load balancer out of a {@link ContextManager}: all databases, all readwrite-splitting
 * rules, names with inline expressions expanded. Keeps nothing, so it always tells the present state.
 */
final class ReadwriteGroups implements GroupSource {
    private final ContextManager contextManager;

    ReadwriteGroups(ContextManager contextManager) {
        this.contextManager = contextManager;
    }

    @Override
    public List<Definition> definitions() throws SQLException {
        List<Definition> result = new ArrayList<>();
        for (ShardingSphereDatabase each : ShardingSphereRelease.databases(contextManager)) {
            addDefinitions(result, each);
        }
        return result;
    }

    private static void addDefinitions(List<Definition> result, ShardingSphereDatabase database) throws SQLException {
        Map<String, StorageUnit> units = database.getResourceMetaData().getStorageUnits();
        for (ReadwriteSplittingRule rule : database.getRuleMetaData().findRules(ReadwriteSplittingRule.class)) {
            for (ReadwriteSplittingDataSourceGroupRule each :
                    rule.getDataSourceRuleGroups().values()) {
                if (each.getLoadBalancer() instanceof ReadYourWritesLoadBalanceAlgorithm algorithm) {
                    result.add(new Definition(algorithm, describe(database.getName(), each, algorithm, units)));
                }
            }
        }
    }

    private static GroupDescriptor describe(
            String database,
            ReadwriteSplittingDataSourceGroupRule rule,
            ReadYourWritesLoadBalanceAlgorithm algorithm,
            Map<String, StorageUnit> units)
            throws SQLException {
        List<DataSourceDescriptor> reads = new ArrayList<>();
        for (String each : rule.getReadwriteSplittingGroup().getReadDataSources()) {
            reads.add(describe(rule.getName(), each, units));
        }
        return new GroupDescriptor(
                database,
                rule.getName(),
                describe(rule.getName(), rule.getWriteDataSource(), units),
                reads,
                algorithm.configuration(),
                algorithm.inner(),
                rule.getTransactionalReadQueryStrategy().name());
    }

    private static DataSourceDescriptor describe(String group, String name, Map<String, StorageUnit> units)
            throws SQLException {
        StorageUnit unit = units.get(name);
        if (unit == null) {
            throw new SQLException("READ_YOUR_WRITES: group '" + group + "' names the data source '" + name
                    + "', which does not exist; there are " + units.keySet());
        }
        Map<String, Object> properties = unit.getDataSourcePoolProperties()
                .getConnectionPropertySynonyms()
                .getStandardProperties();
        return new DataSourceDescriptor(
                name,
                text(properties, "url"),
                text(properties, "username"),
                text(properties, "password"),
                unit.getConnectionProperties(),
                unit.getDataSource(),
                poolSize(unit));
    }

    private static int poolSize(StorageUnit unit) {
        Object configured = unit.getDataSourcePoolProperties()
                .getPoolPropertySynonyms()
                .getStandardProperties()
                .get("maxPoolSize");
        return PoolSize.of(configured, unit.getDataSource());
    }

    private static String text(Map<String, Object> properties, String key) {
        Object result = properties.get(key);
        return result == null ? "" : result.toString();
    }
}
