package io.github.readyourwrites.replica;

import static io.github.readyourwrites.replica.FenceLinkFixture.gtids;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A primary's heartbeat connection that answers what the test says. */
final class HeartbeatLinkFixture implements HeartbeatLink {

    final List<String> done = new ArrayList<>();

    boolean table = true;

    boolean writable = true;

    boolean readOnly;

    UUID serverUuid = FenceLinkFixture.PRIMARY;

    @Nullable
    String stamp = "2026-01-01 00:00:00.000000";

    @Nullable
    Long ageMicros = 0L;

    int executed = 1;

    SemiSync semiSync = SemiSync.OFF;

    @Override
    public boolean hasTable() {
        return table;
    }

    @Override
    public void createTable() throws SQLException {
        done.add("create");
        if (!writable) {
            throw new SQLException("CREATE command denied to user", "42000", 1142);
        }
        table = true;
    }

    @Override
    public Pulse read(boolean withTable) {
        done.add(withTable ? "read" : "position");
        return new Pulse(
                gtids("1-" + executed), serverUuid, readOnly, withTable ? stamp : null, withTable ? ageMicros : null);
    }

    @Override
    public boolean write(Duration age) throws SQLException {
        if (!writable) {
            throw new SQLException("UPDATE command denied to user", "42000", 1142);
        }
        done.add("write");
        executed++;
        ageMicros = 0L;
        stamp = "2026-01-01 00:00:00." + (100_000 + executed);
        return true;
    }

    @Override
    public SemiSync semiSync() {
        return semiSync;
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
