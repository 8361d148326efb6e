package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.function.LongSupplier;

/** A replica that is looked at when the test says so: a real monitor without its threads. */
public final class ReplicaFixture implements ReplicaLink {

    private static final UUID SERVER = UUID.fromString("33333333-3333-3333-3333-333333333333");

    private final ReplicaMonitor monitor;

    private final LongSupplier clock;

    private GtidSet executed = GtidSet.empty();

    /** Not looked at yet. */
    public ReplicaFixture(String host, Duration probeTimeout, LongSupplier clock) {
        this.clock = clock;
        MonitorSettings settings = new MonitorSettings(Duration.ofMillis(1), probeTimeout, 200, Duration.ZERO);
        monitor = new ReplicaMonitor(new ServerAddress(host, 3306), settings, ignored -> this, clock, clock);
    }

    public ReplicaMonitor monitor() {
        return monitor;
    }

    /** The replica has executed just this, and the monitor looks at it. */
    public void executed(GtidSet gtids) {
        executed = gtids;
        try {
            monitor.look(this, monitor.incarnation(), null);
        } catch (SQLException ex) {
            throw new IllegalStateException(ex);
        }
    }

    /** The primary had this when it was asked just now. */
    public void primaryHad(GtidSet gtids) {
        monitor.sampled(new Sample(gtids, clock.getAsLong(), clock.getAsLong()));
    }

    @Override
    public Position position() {
        return new Position(executed, SERVER);
    }

    @Override
    public Position awaitExecuted(GtidSet floor) {
        return position();
    }

    @Override
    public void abort() {}

    @Override
    public void close() {}
}
