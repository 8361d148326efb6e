package io.github.readyourwrites.replica;

import java.sql.SQLException;
import java.util.function.LongSupplier;

/**
 * One monitor thread's connection to its server, made anew in each new life, and the probe's from time to time as well.
 * Used by its thread; {@link #abort} by any.
 */
final class MonitorLink {

    /** What Connector/J sends to make a connection. */
    private static final int CONNECT_STATEMENTS = 3;

    private final ReplicaLink.Source links;

    private final boolean blocking;

    private final ReplicaLife life;

    private final StatementBudget budget;

    private final LongSupplier clock;

    private final RenewedLink<ReplicaLink> link;

    private long lifeNumber;

    MonitorLink(
            ReplicaLink.Source links, boolean blocking, ReplicaLife life, StatementBudget budget, LongSupplier clock) {
        this.links = links;
        this.blocking = blocking;
        this.life = life;
        this.budget = budget;
        this.clock = clock;
        link = new RenewedLink<>(this::open, clock);
    }

    /** A connection made in the present life. */
    ReplicaLink get() throws SQLException {
        if (lifeNumber != life.number()) {
            close();
        }
        // The blocking one need not be new: another server at its address is noticed by the other one, and ends the
        // life.
        return blocking ? link.kept() : link.get();
    }

    private ReplicaLink open() throws SQLException {
        budget.take(CONNECT_STATEMENTS, clock.getAsLong());
        // Taken first: should the life end meanwhile, the connection is none of the next one.
        long number = life.number();
        ReplicaLink result = links.open(blocking);
        lifeNumber = number;
        return result;
    }

    /** The life that answers over this connection belong to. */
    long lifeNumber() {
        return lifeNumber;
    }

    /** Gives the connection up; the next {@link #get} makes another. Never throws. */
    void close() {
        link.drop();
    }

    /** Ends the connection, whatever its thread is blocked in, for good. Never throws, never blocks. */
    void abort() {
        link.abort();
    }
}
