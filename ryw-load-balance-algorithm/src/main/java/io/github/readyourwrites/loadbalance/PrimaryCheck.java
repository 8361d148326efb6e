package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.replica.ReplicationChannel;
import io.github.readyourwrites.replica.ServerInspection;
import java.util.List;

/** What a group's primary must be for the guarantee to hold. */
final class PrimaryCheck {

    private PrimaryCheck() {}

    /**
     * Checks the server of the write data source.
     *
     * @return whether it answered
     */
    static boolean check(InspectedServer primary, List<InspectedServer> replicas, GroupFindings findings) {
        if (!primary.isReachable()) {
            findings.refuse(
                    primary.place(),
                    "monitors cannot connect as " + primary.endpoint() + ": " + primary.reason(),
                    ServerCheck.remedy(primary));
            return false;
        }
        ServerCheck.check(primary, findings);
        checkBinaryLog(primary, findings);
        checkDurability(primary, findings);
        checkOnlyPrimary(primary, replicas, findings);
        return true;
    }

    private static void checkBinaryLog(InspectedServer primary, GroupFindings findings) {
        ServerInspection told = primary.told();
        if (told.isOff("log_bin")) {
            findings.refuse(
                    primary.place(),
                    "log_bin is OFF, so its commits get no GTID and no replica can follow",
                    "start it with log_bin=binlog");
        }
        if (!told.replication().binlogFilters().isEmpty()) {
            findings.warn(
                    primary.place(),
                    "what it commits is logged in part only ("
                            + text(told.replication().binlogFilters())
                            + "), so the rest is on no replica, and reads there are stale",
                    "remove binlog_do_db and binlog_ignore_db from its option file");
        }
        if (told.variable("binlog_format").equals("STATEMENT")) {
            findings.warn(
                    primary.place(),
                    "binlog_format is STATEMENT: what a replica executes may give other rows",
                    "SET GLOBAL binlog_format = 'ROW'");
        }
    }

    private static String text(Object filters) {
        String result = filters.toString();
        return result.substring(1, result.length() - 1);
    }

    private static void checkDurability(InspectedServer primary, GroupFindings findings) {
        ServerInspection told = primary.told();
        String syncBinlog = told.variable("sync_binlog");
        String flush = told.variable("innodb_flush_log_at_trx_commit");
        boolean syncs = syncBinlog.isEmpty() || syncBinlog.equals("1");
        boolean flushes = flush.isEmpty() || flush.equals("1");
        if (!syncs || !flushes) {
            findings.warn(
                    primary.place(),
                    "sync_binlog is " + syncBinlog + " and innodb_flush_log_at_trx_commit is " + flush
                            + ": after a crash of its machine commits may be gone and their GTIDs be given again, so that"
                            + " a replica seems to have what it has not",
                    "SET GLOBAL sync_binlog = 1; SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
    }

    private static void checkOnlyPrimary(
            InspectedServer primary, List<InspectedServer> replicas, GroupFindings findings) {
        ServerInspection told = primary.told();
        if (told.isOn("read_only") || told.isOn("super_read_only")) {
            findings.warn(
                    primary.place(),
                    "the server of the write data source is read_only: writes fail, and so do reads that must ask it",
                    "correct the JDBC URL if this is a replica, else SET GLOBAL read_only = OFF");
        }
        if (!told.variable("group_replication_group_name").isEmpty()
                && told.isOff("group_replication_single_primary_mode")) {
            findings.warn(
                    primary.place(),
                    "group replication is in multi-primary mode: what is committed on another member is in no floor",
                    "SELECT group_replication_switch_to_single_primary_mode()");
        }
        for (ReplicationChannel each : told.replication().channels()) {
            if (each.linkRunning() || each.applierRunning()) {
                findings.warn(
                        primary.place(),
                        "it is itself a replica (of " + source(each, replicas)
                                + "): what is committed there is in no floor, and a fence may miss it",
                        "write to one server only; STOP REPLICA (STOP SLAVE before 8.0.22) on this one");
            }
        }
    }

    private static String source(ReplicationChannel channel, List<InspectedServer> replicas) {
        for (InspectedServer each : replicas) {
            if (each.isReachable()
                    && each.told().identity().serverUuid().toString().equals(channel.sourceUuid())) {
                return each.place() + ", which follows it in a circle";
            }
        }
        return channel.sourceUuid().isEmpty() ? "a server it has not reached yet" : channel.sourceUuid();
    }
}
