package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.replica.ReplicationState;
import io.github.readyourwrites.replica.ServerInspection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** How a {@link StartReport} reads. */
final class StartReportText {

    private final StringBuilder text = new StringBuilder();

    private StartReportText() {}

    static String refusal(List<Finding> refusals) {
        StringBuilder result = new StringBuilder("READ_YOUR_WRITES refuses to start");
        boolean strict = refusals.stream().anyMatch(each -> each.severity() == Severity.WARNING);
        result.append(strict ? " (strict-start is true, so warnings are refusals too)" : "");
        refusals.forEach(each -> result.append("\n  ").append(each));
        return result.toString();
    }

    static String block(
            String occasion, List<DatabaseRules> databases, List<GroupInspection> groups, List<Finding> findings) {
        StartReportText result = new StartReportText();
        result.text
                .append("READ_YOUR_WRITES ")
                .append(occasion)
                .append(": ")
                .append(count(groups.size(), "group"))
                .append(", ")
                .append(count(findings, Severity.WARNING))
                .append(", ")
                .append(count(findings, Severity.NOTE));
        result.line("  ", Versions.describe(driver(groups)));
        databases.forEach(each ->
                result.line("  ", "database `", each.database(), "`: router ", each.routerActive() ? "active" : "off"));
        groups.forEach(each -> result.group(each, databases));
        findings.forEach(each -> result.line("  ", each));
        return result.text.toString();
    }

    private static String count(List<Finding> findings, Severity severity) {
        long number =
                findings.stream().filter(each -> each.severity() == severity).count();
        return count(number, severity.name().toLowerCase(Locale.ROOT));
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static @Nullable String driver(List<GroupInspection> groups) {
        for (GroupInspection each : groups) {
            for (InspectedServer server : each.servers()) {
                if (server.isReachable()) {
                    return server.told().driver();
                }
            }
        }
        return null;
    }

    private void line(Object... parts) {
        text.append('\n');
        for (Object each : parts) {
            text.append(each);
        }
    }

    private static String budget(RoutingConfiguration configuration) {
        HealthConfiguration health = configuration.health();
        return health.adaptiveWait()
                ? "adaptively " + health.longestWait().toMillis()
                : String.valueOf(configuration.waitTimeout().toMillis());
    }

    private void group(GroupInspection group, List<DatabaseRules> databases) {
        GroupDescriptor descriptor = group.descriptor();
        RoutingConfiguration configuration = descriptor.configuration();
        line("  group `", descriptor.name(), "` of database `", descriptor.database(), "`");
        line(
                "    level ",
                configuration.consistencyLevel(),
                ", waits up to ",
                budget(configuration),
                " ms, then ",
                configuration.onWaitTimeout(),
                permits(configuration),
                "; ",
                configuration.loadBalancer(),
                " among replicas; transactionalReadQueryStrategy ",
                descriptor.transactionalStrategy());
        for (DatabaseRules each : databases) {
            if (each.database().equals(descriptor.database())) {
                line("    tables that lead to it: ", each.tablesOf(descriptor.name()));
            }
        }
        for (int i = 0; i < group.servers().size(); i++) {
            server(group.servers().get(i), i == 0, group.tracker());
        }
    }

    private static String permits(RoutingConfiguration configuration) {
        int result = configuration.primaryFallbackPermitsPerSecond();
        return result == FallbackPermits.UNLIMITED ? "" : " (" + result + " times a second at most)";
    }

    private void server(InspectedServer server, boolean primary, TrackerState tracker) {
        line("    ", server.place(), primary ? " writes: " : " reads: ");
        if (!server.isReachable()) {
            text.append("not reachable");
            return;
        }
        ServerInspection told = server.told();
        text.append("MySQL ").append(told.version());
        text.append(", server_uuid ").append(told.identity().serverUuid());
        text.append(", asked as ").append(told.account());
        line("      gtid_mode ", told.identity().gtidMode());
        variable(told, "enforce_gtid_consistency");
        if (primary) {
            variable(told, "binlog_format");
            variable(told, "sync_binlog");
            variable(told, "innodb_flush_log_at_trx_commit");
        }
        variable(told, "read_only");
        text.append("; ").append(primary ? trackerText(tracker) : replicationText(told.replication()));
    }

    private void variable(ServerInspection told, String name) {
        String value = told.variable(name);
        if (!value.isEmpty()) {
            text.append(", ").append(name).append(' ').append(value);
        }
    }

    private static String trackerText(TrackerState tracker) {
        if (!tracker.asked()) {
            return "tracker unknown";
        }
        return tracker.isActive() ? "tracker active" : "tracker off, reads fence";
    }

    private static String replicationText(ReplicationState replication) {
        if (replication.hidden().isPresent()) {
            return "replication not visible";
        }
        return replication.channels().isEmpty()
                ? "follows no server"
                : "follows "
                        + String.join(
                                ", ",
                                replication.channels().stream()
                                        .map(each -> each.sourceUuid())
                                        .toList());
    }
}
