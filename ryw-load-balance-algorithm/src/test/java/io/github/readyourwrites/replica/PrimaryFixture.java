package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/** What answers the fences of a primary: the server that the test says. Links that it makes are all itself. */
public final class PrimaryFixture implements FenceLink, FenceLink.Source {

    private final Primary primary;

    private volatile UUID server;

    private volatile GtidSet executed = GtidSet.empty();

    private volatile GtidSet owned = GtidSet.empty();

    private volatile boolean readOnly;

    private volatile boolean silent;

    private volatile Runnable whenAsked = () -> {};

    private final AtomicInteger asked = new AtomicInteger();

    /** Takes the fences of {@code primary} until {@link #end()}. */
    public PrimaryFixture(Servers servers, Primary primary, UUID server) {
        this.primary = primary;
        this.server = server;
        MonitorSettings settings = new MonitorSettings(Duration.ofMillis(1), Duration.ofSeconds(1), 200, Duration.ZERO);
        primary.open(new Fences(primary, this, servers.tickets(), servers.clock()), settings);
    }

    /** The server behind the address from now on, and what it has executed. */
    public void leadsTo(UUID uuid, GtidSet gtids) {
        executed = gtids;
        server = uuid;
    }

    /** Sent to the replicas, and not shown here yet. */
    public void owns(GtidSet gtids) {
        owned = gtids;
    }

    public void readOnly() {
        readOnly = true;
    }

    /** Lets fences wait until {@link #end()}. */
    public void silent() {
        silent = true;
    }

    /** Runs on the thread that takes fences, before each answer. */
    public void whenAsked(Runnable action) {
        whenAsked = action;
    }

    /** Fences so far. */
    public int asked() {
        return asked.get();
    }

    @Override
    public FenceLink open() {
        return this;
    }

    @Override
    public synchronized Reply ask() throws SQLException {
        asked.incrementAndGet();
        whenAsked.run();
        while (silent) {
            try {
                wait();
            } catch (InterruptedException ex) {
                throw new SQLException("interrupted", ex);
            }
        }
        return new Reply(owned, executed, server, readOnly);
    }

    @Override
    public RelayLog relayLog(GtidSet gtids) {
        return RelayLog.UNCLEAR;
    }

    @Override
    public Set<Long> connectionsOf(String username) {
        return Set.of();
    }

    /** The interrupt that follows ends the wait. */
    @Override
    public void abort() {}

    @Override
    public void close() {}

    /** No fences from now on. */
    public void end() {
        primary.detachFences().run();
    }
}
