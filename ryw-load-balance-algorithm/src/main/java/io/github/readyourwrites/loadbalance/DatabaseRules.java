package io.github.readyourwrites.loadbalance;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What ShardingSphere's rules for one logical database say of the way to our load balancer. Immutable.
 *
 * @param database the logical database
 * @param tables by table, the data sources or groups that rules with data nodes (single, sharding, broadcast) lead to
 * @param singleTables the {@code tables} of the {@code !SINGLE} rule; empty where there is none
 * @param defaultDataSource its {@code defaultDataSource}
 * @param routerActive whether our router serves the readwrite-splitting rule
 * @param unused names of load balancers of our type that no group names
 * @param strict whether one of those has {@code strict-start}
 */
record DatabaseRules(
        String database,
        Map<String, Set<String>> tables,
        List<String> singleTables,
        Optional<String> defaultDataSource,
        boolean routerActive,
        List<String> unused,
        boolean strict) {
    DatabaseRules {
        tables = Map.copyOf(tables);
        singleTables = List.copyOf(singleTables);
        unused = List.copyOf(unused);
    }

    /** How many tables the rules know to be in a group. */
    long tablesOf(String group) {
        return tables.values().stream().filter(each -> each.contains(group)).count();
    }
}
