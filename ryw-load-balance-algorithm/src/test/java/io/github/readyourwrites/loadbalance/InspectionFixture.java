package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.ReplicationChannel;
import io.github.readyourwrites.replica.ReplicationState;
import io.github.readyourwrites.replica.ServerEndpoint;
import io.github.readyourwrites.replica.ServerIdentity;
import io.github.readyourwrites.replica.ServerInspection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A server with nothing to find fault with, and one difference at a time. */
final class InspectionFixture {

    static final UUID PRIMARY = new UUID(0, 1);
    static final UUID REPLICA = new UUID(0, 2);

    private final DataSourceDescriptor dataSource;
    private final UUID uuid;
    private final Map<String, String> variables = new HashMap<>();
    private UUID secondUuid;
    private String gtidMode = "ON";
    private String executed = PRIMARY + ":1-9";
    private ReplicationState replication;

    private InspectionFixture(String name, UUID uuid, List<ReplicationChannel> channels) {
        dataSource = new DataSourceDescriptor(name, "jdbc:mysql://" + name + ":3306/shop", "app", "", new Object());
        this.uuid = uuid;
        secondUuid = uuid;
        replication = new ReplicationState(channels, Map.of(), Optional.empty());
        variables.putAll(Map.of(
                "log_bin", "ON",
                "binlog_format", "ROW",
                "sync_binlog", "1",
                "innodb_flush_log_at_trx_commit", "1",
                "log_slave_updates", "ON",
                "slave_skip_errors", "OFF",
                "slave_exec_mode", "STRICT",
                "read_only", "OFF"));
    }

    static InspectionFixture primary() {
        return new InspectionFixture("write", PRIMARY, List.of());
    }

    static InspectionFixture replica() {
        return new InspectionFixture("read", REPLICA, List.of(channel(Map.of()))).with("read_only", "ON");
    }

    static ReplicationChannel channel(Map<String, String> filters) {
        return new ReplicationChannel("", PRIMARY.toString(), true, true, "", filters);
    }

    InspectionFixture with(String variable, String value) {
        variables.put(variable, value);
        return this;
    }

    InspectionFixture gtidMode(String value) {
        gtidMode = value;
        return this;
    }

    InspectionFixture executed(String set) {
        executed = set;
        return this;
    }

    InspectionFixture second(UUID other) {
        secondUuid = other;
        return this;
    }

    InspectionFixture replication(ReplicationState state) {
        replication = state;
        return this;
    }

    InspectedServer server() {
        ServerInspection told = new ServerInspection(
                new ServerIdentity(uuid, gtidMode, GtidSet.parse(executed)),
                secondUuid,
                "8.0.40",
                "driver",
                "watch@%",
                true,
                variables,
                replication);
        return new InspectedServer(dataSource, endpoint(), told, null);
    }

    InspectedServer unreachable(SQLException ex) {
        return new InspectedServer(dataSource, endpoint(), null, ex);
    }

    private ServerEndpoint endpoint() {
        return ServerEndpoint.parse(dataSource.jdbcUrl(), "watch", "");
    }

    static GroupFindings findings() {
        return new GroupFindings(GroupFixture.descriptor("g", GroupFixture.dataSource("w")));
    }
}
