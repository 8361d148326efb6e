package io.github.readyourwrites.loadbalance;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was found when a ShardingSphere data source opened: one block for the log, or one refusal with all reasons. Not
 * thread-safe.
 */
final class StartReport {

    private static final Logger LOGGER = LoggerFactory.getLogger(StartReport.class);

    private final String occasion;

    private final List<DatabaseRules> databases = new ArrayList<>();

    private final List<GroupInspection> groups = new ArrayList<>();

    private final List<Finding> ruleFindings = new ArrayList<>();

    private boolean strictRules;

    /** A report on {@code occasion}: what happens, as the log shall say it after "READ_YOUR_WRITES". */
    StartReport(String occasion) {
        this.occasion = occasion;
    }

    /** Checks the rules of one database, whose groups with our load balancer are given. */
    void add(DatabaseRules rules, List<GroupDescriptor> descriptors) {
        databases.add(rules);
        ruleFindings.addAll(RuleCheck.check(rules, descriptors));
        strictRules |= rules.strict();
    }

    void add(GroupInspection inspection) {
        groups.add(inspection);
        strictRules |= isStrict(inspection);
    }

    private static boolean isStrict(GroupInspection inspection) {
        return inspection.descriptor().configuration().strictStart();
    }

    /**
     * Logs the block, once: as a warning if one is in it. Without groups and findings nothing is said.
     *
     * @throws SQLException instead, if the start is refused: it lists every reason
     */
    void conclude() throws SQLException {
        List<Finding> refusals = refusals();
        if (!refusals.isEmpty()) {
            throw new SQLException(StartReportText.refusal(refusals));
        }
        List<Finding> findings = findings();
        if (groups.isEmpty() && findings.isEmpty()) {
            return;
        }
        String text = StartReportText.block(occasion, databases, groups, findings);
        if (has(findings, Severity.WARNING)) {
            LOGGER.warn("{}", text);
        } else {
            LOGGER.info("{}", text);
        }
    }

    private List<Finding> refusals() {
        List<Finding> result = new ArrayList<>();
        groups.forEach(each -> result.addAll(refusing(each.findings(), isStrict(each))));
        result.addAll(refusing(ruleFindings, strictRules));
        return result;
    }

    private static List<Finding> refusing(List<Finding> findings, boolean strict) {
        return findings.stream()
                .filter(each -> each.severity() == Severity.REFUSAL || (strict && each.severity() == Severity.WARNING))
                .toList();
    }

    private List<Finding> findings() {
        List<Finding> result = new ArrayList<>(ruleFindings);
        groups.forEach(each -> result.addAll(each.findings()));
        return result;
    }

    private static boolean has(List<Finding> findings, Severity severity) {
        return findings.stream().anyMatch(each -> each.severity() == severity);
    }
}
