package io.github.readyourwrites.loadbalance;

import static io.github.readyourwrites.loadbalance.InspectionFixture.PRIMARY;
import static io.github.readyourwrites.loadbalance.InspectionFixture.REPLICA;
import static io.github.readyourwrites.loadbalance.InspectionFixture.channel;
import static io.github.readyourwrites.loadbalance.InspectionFixture.primary;
import static io.github.readyourwrites.loadbalance.InspectionFixture.replica;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.readyourwrites.replica.ReplicationChannel;
import io.github.readyourwrites.replica.ReplicationState;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerChecksTest {

    private static final String UNKNOWN_SOURCE = new UUID(0, 7).toString();

    @Test
    void findNothingWhereNothingIsWrong() {
        assertEquals(List.of(), ofPrimary(primary()));
        assertEquals(List.of(), ofReplica(replica()));
        assertEquals(List.of(), ofReplica(replica().executed("")));
    }

    @ParameterizedTest
    @CsvSource({
        "log_bin, OFF, REFUSAL, get no GTID",
        "sync_binlog, 100, WARNING, sync_binlog is 100",
        "innodb_flush_log_at_trx_commit, 0, WARNING, innodb_flush_log_at_trx_commit is 0",
        "binlog_format, STATEMENT, WARNING, binlog_format is STATEMENT",
        "read_only, ON, WARNING, is read_only",
        "super_read_only, ON, WARNING, is read_only"
    })
    void ofThePrimary(String variable, String value, Severity severity, String what) {
        assertOnly(severity, what, ofPrimary(primary().with(variable, value)));
    }

    @ParameterizedTest
    @CsvSource({
        "slave_skip_errors, ALL, WARNING, skips errors (ALL)",
        "replica_skip_errors, 1062, WARNING, skips errors (1062)",
        "slave_exec_mode, IDEMPOTENT, WARNING, IDEMPOTENT",
        "replica_exec_mode, IDEMPOTENT, WARNING, IDEMPOTENT",
        "log_replica_updates, OFF, NOTE, log_slave_updates is OFF",
        "read_only, OFF, WARNING, read_only is OFF"
    })
    void ofAReplica(String variable, String value, Severity severity, String what) {
        assertOnly(severity, what, ofReplica(replica().with(variable, value)));
    }

    @ParameterizedTest
    @CsvSource({"OFF", "OFF_PERMISSIVE", "ON_PERMISSIVE"})
    void needGtidsEverywhere(String gtidMode) {
        assertOnly(
                Severity.REFUSAL,
                "gtid_mode is " + gtidMode,
                ofPrimary(primary().gtidMode(gtidMode)));
        assertOnly(
                Severity.REFUSAL,
                "gtid_mode is " + gtidMode,
                ofReplica(replica().gtidMode(gtidMode)));
    }

    @Test
    void needOneServerPerAddress() {
        assertOnly(Severity.REFUSAL, "two servers", ofPrimary(primary().second(REPLICA)));
        assertOnly(Severity.REFUSAL, "two servers", ofReplica(replica().second(PRIMARY)));
    }

    @Test
    void needTheSameCluster() {
        assertOnly(Severity.REFUSAL, "another cluster", ofReplica(replica().executed(UNKNOWN_SOURCE + ":1-3")));
    }

    @Test
    void tellOfWritesOnAReplicaUnlessThePrimaryHasThem() {
        String both = PRIMARY + ":1-9," + REPLICA + ":1-2";
        assertOnly(
                Severity.WARNING, "written on this replica", ofReplica(replica().executed(both)));
        assertEquals(List.of(), ofReplica(replica().executed(both), primary().executed(both)));
        // It was asked later, and has more of the primary's.
        assertEquals(List.of(), ofReplica(replica().executed(PRIMARY + ":1-12")));
    }

    @Test
    void tellOfSeveralPrimaries() {
        assertOnly(
                Severity.WARNING,
                "multi-primary mode",
                ofPrimary(primary()
                        .with("group_replication_group_name", "x")
                        .with("group_replication_single_primary_mode", "OFF")));
        assertEquals(
                List.of(),
                ofPrimary(primary()
                        .with("group_replication_group_name", "x")
                        .with("group_replication_single_primary_mode", "ON")));
        assertOnly(
                Severity.WARNING,
                "`read` (read:3306), which follows it in a circle",
                ofPrimary(primary().replication(following(REPLICA.toString(), true))));
        assertOnly(
                Severity.WARNING,
                "of " + UNKNOWN_SOURCE,
                ofPrimary(primary().replication(following(UNKNOWN_SOURCE, true))));
        assertEquals(List.of(), ofPrimary(primary().replication(following(UNKNOWN_SOURCE, false))));
    }

    private static ReplicationState following(String source, boolean running) {
        ReplicationChannel channel = new ReplicationChannel("", source, running, running, "", Map.of());
        return new ReplicationState(List.of(channel), Map.of(), Optional.empty());
    }

    @Test
    void tellOfFilters() {
        assertOnly(
                Severity.WARNING,
                "Replicate_Do_DB=a",
                ofReplica(replica()
                        .replication(new ReplicationState(
                                List.of(channel(Map.of("Replicate_Do_DB", "a"))), Map.of(), Optional.empty()))));
        assertOnly(
                Severity.WARNING,
                "Binlog_Do_DB=a",
                ofPrimary(primary()
                        .replication(new ReplicationState(List.of(), Map.of("Binlog_Do_DB", "a"), Optional.empty()))));
    }

    @Test
    void tellOfAReplicaThatFollowsNobodyUnlessItIsInAGroup() {
        ReplicationState none = new ReplicationState(List.of(), Map.of(), Optional.empty());
        assertOnly(Severity.WARNING, "follows no server", ofReplica(replica().replication(none)));
        assertEquals(List.of(), ofReplica(replica().replication(none).with("group_replication_group_name", "x")));
        assertEquals(
                List.of(),
                ofReplica(replica().replication(new ReplicationState(List.of(), Map.of(), Optional.of("denied")))));
    }

    @Test
    void refuseAPrimaryThatDoesNotAnswerAndPutUpWithAReplica() {
        SQLException down = new SQLException("Communications link failure\n\nmore", new SQLException("refused"));
        GroupFindings findings = InspectionFixture.findings();
        assertEquals(false, PrimaryCheck.check(primary().unreachable(down), List.of(), findings));
        assertOnly(Severity.REFUSAL, "Communications link failure (refused)", findings.list());
        findings = InspectionFixture.findings();
        ReplicaCheck.check(replica().unreachable(down), primary().server(), findings);
        assertOnly(Severity.WARNING, "not reachable at start", findings.list());
    }

    private static List<Finding> ofPrimary(InspectionFixture primary) {
        GroupFindings result = InspectionFixture.findings();
        PrimaryCheck.check(primary.server(), List.of(replica().server()), result);
        return result.list();
    }

    private static List<Finding> ofReplica(InspectionFixture replica) {
        return ofReplica(replica, primary());
    }

    private static List<Finding> ofReplica(InspectionFixture replica, InspectionFixture primary) {
        GroupFindings result = InspectionFixture.findings();
        ReplicaCheck.check(replica.server(), primary.server(), result);
        return result.list();
    }

    private static void assertOnly(Severity severity, String what, List<Finding> findings) {
        assertEquals(1, findings.size(), findings::toString);
        assertEquals(severity, findings.get(0).severity());
        assertTrue(findings.get(0).toString().contains(what), findings::toString);
    }
}
