package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.ReplicationChannel;
import io.github.readyourwrites.replica.ServerIdentity;
import io.github.readyourwrites.replica.ServerInspection;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/** What a group's replicas must be for the guarantee to hold. A replica may be down at start. */
final class ReplicaCheck {

    private ReplicaCheck() {}

    static void check(InspectedServer replica, InspectedServer primary, GroupFindings findings) {
        if (!replica.isReachable()) {
            findings.warn(
                    replica.place(),
                    "not reachable at start as " + replica.endpoint() + ", used once it answers: " + replica.reason(),
                    ServerCheck.remedy(replica));
            return;
        }
        ServerCheck.check(replica, findings);
        checkSkipping(replica, findings);
        if (primary.isReachable()) {
            checkCluster(replica, primary, findings);
        }
    }

    private static void checkCluster(InspectedServer replica, InspectedServer primary, GroupFindings findings) {
        ServerIdentity own = replica.told().identity();
        ServerIdentity theirs = primary.told().identity();
        if (own.serverUuid().equals(theirs.serverUuid())) {
            findings.warn(
                    replica.place(),
                    "this is the primary itself, so these reads do not spare it",
                    "correct the JDBC URL, or take it out of readDataSourceNames (reads that no replica may serve go to"
                            + " the primary anyway)");
            return;
        }
        if (isOfAnotherCluster(own.executed(), theirs.executed())) {
            findings.refuse(
                    replica.place(),
                    "it has executed " + own.executed() + ", none of it from the primary (" + theirs.executed()
                            + "): it is a replica of another cluster",
                    "correct its JDBC URL, or that of `" + primary.dataSource().name() + "`");
            return;
        }
        checkOwnWrites(replica, own, theirs, findings);
        checkChannels(replica, findings);
    }

    private static boolean isOfAnotherCluster(GtidSet executed, GtidSet ofPrimary) {
        return !executed.isEmpty()
                && !ofPrimary.isEmpty()
                && Collections.disjoint(executed.sources(), ofPrimary.sources());
    }

    private static void checkOwnWrites(
            InspectedServer replica, ServerIdentity own, ServerIdentity theirs, GroupFindings findings) {
        UUID uuid = own.serverUuid();
        if (own.executed().subtract(theirs.executed()).sources().contains(uuid)) {
            findings.warn(
                    replica.place(),
                    "something was written on this replica (GTIDs of its own, " + uuid
                            + ") that the primary has not: their rows may differ",
                    "rebuild the replica, or make the rows equal and execute an empty transaction per GTID on the"
                            + " primary");
        }
        if (replica.told().isOff("read_only")) {
            findings.warn(
                    replica.place(),
                    "read_only is OFF: whoever writes here makes a second primary, of which no floor knows",
                    "SET GLOBAL super_read_only = ON, and in its option file");
        }
    }

    private static void checkChannels(InspectedServer replica, GroupFindings findings) {
        ServerInspection told = replica.told();
        if (told.replication().hidden().isPresent()) {
            return;
        }
        List<ReplicationChannel> channels = told.replication().channels();
        if (channels.isEmpty() && told.variable("group_replication_group_name").isEmpty()) {
            findings.warn(
                    replica.place(),
                    "it follows no server, so it will never have what is written from now on",
                    "CHANGE REPLICATION SOURCE TO … SOURCE_AUTO_POSITION = 1 (CHANGE MASTER TO before 8.0.23), or take it"
                            + " out of readDataSourceNames");
        }
        for (ReplicationChannel each : channels) {
            if (!each.linkRunning() || !each.applierRunning()) {
                findings.warn(
                        replica.place(),
                        (each.linkRunning() ? "its applier" : "its link to the primary") + " is stopped"
                                + (each.lastError().isEmpty() ? "" : " (" + each.lastError() + ")"),
                        "mend the cause, then START REPLICA (START SLAVE before 8.0.22)");
            }
            if (!each.filters().isEmpty()) {
                String filters = each.filters().toString();
                findings.warn(
                        replica.place(),
                        "it replicates in part only (" + filters.substring(1, filters.length() - 1)
                                + "): it says to have executed what it left out, and reads of that are stale",
                        "remove the replicate_* options from its option file and restart it, or CHANGE REPLICATION FILTER"
                                + " … = (); rebuild the replica, or read what is left out elsewhere");
            }
        }
    }

    private static void checkSkipping(InspectedServer replica, GroupFindings findings) {
        ServerInspection told = replica.told();
        String skipped = told.variable("replica_skip_errors", "slave_skip_errors");
        if (!skipped.isEmpty() && !skipped.equals("OFF")) {
            findings.warn(
                    replica.place(),
                    "it skips errors (" + skipped + "): it says to have executed what failed, and its rows may differ",
                    "remove slave_skip_errors (replica_skip_errors) from its option file and restart it");
        }
        String mode = told.variable("replica_exec_mode", "slave_exec_mode");
        if (mode.equals("IDEMPOTENT")) {
            findings.warn(
                    replica.place(),
                    "slave_exec_mode is " + mode
                            + ": missing and double rows are passed over in silence, and its rows may differ",
                    "SET GLOBAL slave_exec_mode = 'STRICT' (replica_exec_mode since 8.0.26)");
        }
        if (told.isOff("log_replica_updates", "log_slave_updates")) {
            findings.note(
                    replica.place(),
                    "log_slave_updates is OFF: should it be promoted, the other replicas cannot follow it",
                    "start it with log_bin=binlog and log_slave_updates=ON (log_replica_updates since 8.0.26)");
        }
    }
}
