package io.github.readyourwrites.loadbalance;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.shardingsphere.infra.algorithm.core.config.AlgorithmConfiguration;
import org.apache.shardingsphere.infra.config.rule.RuleConfiguration;
import org.apache.shardingsphere.infra.datanode.DataNode;
import org.apache.shardingsphere.infra.metadata.database.ShardingSphereDatabase;
import org.apache.shardingsphere.infra.metadata.database.rule.RuleMetaData;
import org.apache.shardingsphere.infra.rule.attribute.datanode.DataNodeRuleAttribute;
import org.apache.shardingsphere.mode.manager.ContextManager;
import org.apache.shardingsphere.readwritesplitting.config.ReadwriteSplittingRuleConfiguration;
import org.apache.shardingsphere.readwritesplitting.config.rule.ReadwriteSplittingDataSourceGroupRuleConfiguration;
import org.apache.shardingsphere.readwritesplitting.rule.ReadwriteSplittingRule;
import org.apache.shardingsphere.single.config.SingleRuleConfiguration;

/** Reads {@link DatabaseRules} out of a {@link ContextManager}. */
final class DatabaseRulesReader {

    private DatabaseRulesReader() {}

    /** The databases that have a readwrite-splitting rule. */
    static List<DatabaseRules> read(ContextManager contextManager) {
        List<DatabaseRules> result = new ArrayList<>();
        for (ShardingSphereDatabase each : ShardingSphereRelease.databases(contextManager)) {
            Collection<ReadwriteSplittingRule> rules = each.getRuleMetaData().findRules(ReadwriteSplittingRule.class);
            if (!rules.isEmpty()) {
                result.add(read(each, rules));
            }
        }
        return result;
    }

    private static DatabaseRules read(ShardingSphereDatabase database, Collection<ReadwriteSplittingRule> rules) {
        List<String> unused = new ArrayList<>();
        boolean strict = false;
        boolean active = true;
        for (ReadwriteSplittingRule each : rules) {
            active &= ReadYourWritesSQLRouter.isActive(each);
            Map<String, AlgorithmConfiguration> found = unused(each.getConfiguration());
            unused.addAll(found.keySet());
            strict |= found.values().stream()
                    .anyMatch(algorithm -> RoutingConfigurationParser.parse(algorithm.getProps())
                            .strictStart());
        }
        Optional<SingleRuleConfiguration> single = single(database.getRuleMetaData());
        return new DatabaseRules(
                database.getName(),
                tables(database.getRuleMetaData()),
                List.copyOf(single.map(SingleRuleConfiguration::getTables).orElse(List.of())),
                single.flatMap(SingleRuleConfiguration::getDefaultDataSource),
                active,
                unused,
                strict);
    }

    private static Map<String, AlgorithmConfiguration> unused(ReadwriteSplittingRuleConfiguration configuration) {
        Map<String, AlgorithmConfiguration> result = new TreeMap<>();
        Set<String> used = new HashSet<>();
        for (ReadwriteSplittingDataSourceGroupRuleConfiguration each : configuration.getDataSourceGroups()) {
            used.add(Objects.toString(each.getLoadBalancerName()));
        }
        configuration.getLoadBalancers().forEach((name, algorithm) -> {
            if (ReadYourWritesLoadBalanceAlgorithm.TYPE.equalsIgnoreCase(algorithm.getType()) && !used.contains(name)) {
                result.put(name, algorithm);
            }
        });
        return result;
    }

    private static Optional<SingleRuleConfiguration> single(RuleMetaData rules) {
        for (RuleConfiguration each : rules.getConfigurations()) {
            if (each instanceof SingleRuleConfiguration result) {
                return Optional.of(result);
            }
        }
        return Optional.empty();
    }

    private static Map<String, Set<String>> tables(RuleMetaData rules) {
        Map<String, Set<String>> result = new TreeMap<>();
        for (DataNodeRuleAttribute each : rules.getAttributes(DataNodeRuleAttribute.class)) {
            each.getAllDataNodes().forEach((table, nodes) -> {
                Set<String> names = result.computeIfAbsent(table.toLowerCase(Locale.ROOT), ignored -> new TreeSet<>());
                nodes.stream().map(DataNode::getDataSourceName).forEach(names::add);
            });
        }
        return result;
    }
}
