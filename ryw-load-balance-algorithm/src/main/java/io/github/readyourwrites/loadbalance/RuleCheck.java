package io.github.readyourwrites.loadbalance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Whether statements reach our load balancer at all: ShardingSphere passes over a readwrite-splitting rule in silence. */
final class RuleCheck {

    private static final int MAX_TABLES = 5;

    private final DatabaseRules rules;

    private final List<GroupDescriptor> groups;

    private final List<Finding> findings = new ArrayList<>();

    private RuleCheck(DatabaseRules rules, List<GroupDescriptor> groups) {
        this.rules = rules;
        this.groups = groups;
    }

    /**
     * Checks one database.
     *
     * @param groups its groups with our load balancer
     */
    static List<Finding> check(DatabaseRules rules, List<GroupDescriptor> groups) {
        RuleCheck check = new RuleCheck(rules, groups);
        check.checkUnused();
        if (!groups.isEmpty()) {
            check.checkRouter();
            groups.forEach(check::checkTables);
        }
        return check.findings;
    }

    private void checkUnused() {
        for (String each : rules.unused()) {
            warn(
                    "Database `" + rules.database() + "`",
                    "the load balancer `" + each
                            + "` is named by no group, so READ_YOUR_WRITES is never asked for it and its reads are stale",
                    "write loadBalancerName: " + each + " into the group, or remove the load balancer");
        }
    }

    private void checkRouter() {
        if (!rules.routerActive()) {
            warn(
                    "Database `" + rules.database() + "`",
                    "another SQL router has taken the place of READ_YOUR_WRITES'. Off without it: inside a transaction that"
                            + " has written, reads may go to a replica; SELECTs without a table and CALL go to any data"
                            + " source; a wait budget may be spent once per group",
                    "remove the other service for org.apache.shardingsphere.infra.route.SQLRouter, or write"
                            + " transactionalReadQueryStrategy: PRIMARY into the groups");
        }
    }

    private void checkTables(GroupDescriptor group) {
        Set<String> physical = new TreeSet<>();
        physical.add(group.write().name());
        group.reads().forEach(each -> physical.add(each.name()));
        groups.forEach(each -> physical.remove(each.name()));
        Set<String> tables = new TreeSet<>();
        Set<String> reached = new TreeSet<>();
        new TreeMap<>(rules.tables()).forEach((table, sources) -> {
            Set<String> direct = new HashSet<>(sources);
            direct.retainAll(physical);
            if (!direct.isEmpty()) {
                tables.add(table);
                reached.addAll(direct);
            }
        });
        if (!tables.isEmpty()) {
            warn(
                    "Group `" + group.name() + "`",
                    "READ_YOUR_WRITES is never asked for " + shortened(tables) + ": a rule leads past the group to "
                            + quoted(reached),
                    "name the group instead: actualDataNodes: " + group.name() + ".… in a sharding rule, tables: ['"
                            + group.name() + ".*'] in the !SINGLE rule");
        } else if (rules.tablesOf(group.name()) == 0 && !isNamed(group.name())) {
            warn(
                    "Group `" + group.name() + "`",
                    "READ_YOUR_WRITES is never asked: no table leads to this group",
                    "add the rule - !SINGLE with tables: ['*.*'] (or ['" + group.name()
                            + ".*']), or name the group in a sharding rule");
        }
    }

    /** Whether tables that are made later will be the group's. */
    private boolean isNamed(String group) {
        if (rules.defaultDataSource().filter(group::equals).isPresent()) {
            return true;
        }
        for (String line : rules.singleTables()) {
            for (String each : line.split(",", -1)) {
                String table = each.trim();
                if (table.startsWith("*.") || table.startsWith(group + ".")) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String shortened(Set<String> tables) {
        String some = quoted(tables.stream().limit(MAX_TABLES).toList());
        return tables.size() <= MAX_TABLES ? some : some + " and " + (tables.size() - MAX_TABLES) + " more tables";
    }

    private static String quoted(Iterable<String> names) {
        return "`" + String.join("`, `", names) + "`";
    }

    private void warn(String where, String what, String remedy) {
        findings.add(new Finding(Severity.WARNING, where, List.of(), what, remedy));
    }
}
