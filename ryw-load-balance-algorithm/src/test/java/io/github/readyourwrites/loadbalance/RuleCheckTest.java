package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.GroupFixture.dataSource;
import static io.github.readyourwrites.loadbalance.GroupFixture.descriptor;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RuleCheckTest {

    private static final GroupDescriptor GROUP = descriptor("g", dataSource("w"), dataSource("r"));

    @Test
    void findsNothingWhereTablesLeadToTheGroup() {
        assertEquals(List.of(), check(Map.of("t", Set.of("g", "other")), List.of()));
    }

    @Test
    void findsNothingWhereLaterTablesWill() {
        for (String each : List.of("*.*", "*.*.*", "g.*", "g.t", "x.y, g.t")) {
            assertEquals(List.of(), check(Map.of(), List.of(each)), each);
        }
        assertEquals(List.of(), RuleCheck.check(rules(Map.of(), List.of(), "g", true), List.of(GROUP)));
    }

    @Test
    void noticesThatNoTableDoes() {
        assertFound("no table leads", check(Map.of("t", Set.of("other")), List.of()));
        assertFound("no table leads", check(Map.of(), List.of("w.t", "gg.t")));
        assertFound("no table leads", RuleCheck.check(rules(Map.of(), List.of(), "w", true), List.of(GROUP)));
    }

    @Test
    void namesTablesThatPassTheGroupBy() {
        Map<String, Set<String>> tables = Map.of(
                "a", Set.of("w"),
                "b", Set.of("r"),
                "c", Set.of("w"),
                "d", Set.of("w"),
                "e", Set.of("w"),
                "f", Set.of("w"),
                "t", Set.of("g"));
        assertFound(
                "`a`, `b`, `c`, `d`, `e` and 1 more tables: a rule leads past the group to `r`, `w`",
                check(tables, List.of()));
    }

    /** ShardingSphere lets a group have the name of a data source. */
    @Test
    void takesTheGroupsOwnNameForTheGroup() {
        GroupDescriptor group = descriptor("w", dataSource("w"), dataSource("r"));
        assertEquals(
                List.of(), RuleCheck.check(rules(Map.of("t", Set.of("w")), List.of(), null, true), List.of(group)));
    }

    @Test
    void noticesAnotherRouterWhereThereIsAGroup() {
        DatabaseRules rules = rules(Map.of("t", Set.of("g")), List.of(), null, false);
        assertFound("another SQL router", RuleCheck.check(rules, List.of(GROUP)));
        assertEquals(List.of(), RuleCheck.check(rules, List.of()));
    }

    private static List<Finding> check(Map<String, Set<String>> tables, List<String> singleTables) {
        return RuleCheck.check(rules(tables, singleTables, null, true), List.of(GROUP));
    }

    private static DatabaseRules rules(
            Map<String, Set<String>> tables,
            List<String> singleTables,
            @Nullable String defaultDataSource,
            boolean routerActive) {
        return new DatabaseRules(
                "db", tables, singleTables, Optional.ofNullable(defaultDataSource), routerActive, List.of(), false);
    }

    private static void assertFound(String what, List<Finding> findings) {
        assertEquals(1, findings.size(), findings::toString);
        assertEquals(Severity.WARNING, findings.get(0).severity());
        assertTrue(findings.get(0).what().contains(what), findings::toString);
    }
}
