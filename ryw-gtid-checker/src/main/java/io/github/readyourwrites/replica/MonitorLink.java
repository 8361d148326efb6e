package io.github.readyourwrites.replica;

import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One monitor thread's connection to its server, made anew where the old one may lead elsewhere: in each new life, and
 * from time to time, since an address can be moved while the server behind the old connection lives on. Used by its
 * thread; {@link #abort} and {@link #close} by any.
 */
final class MonitorLink {

    private static final Logger LOGGER = LoggerFactory.getLogger(MonitorLink.class);

    /** How long a moved address may go unnoticed. */
    static final Duration LONGEST_USE = Duration.ofSeconds(10);

    /** The same where the server at the address has no room for another connection now. */
    private static final Duration LONGEST_USE_OF_FULL_SERVER = Duration.ofSeconds(20);

    private static final Duration RETRY = Duration.ofSeconds(1);

    /** What Connector/J sends to make a connection. */
    private static final int CONNECT_STATEMENTS = 3;

    private final ReplicaLink.Source links;

    private final boolean blocking;

    private final ReplicaLife life;

    private final StatementBudget budget;

    private final LongSupplier clock;

    private volatile @Nullable ReplicaLink link;

    private volatile boolean closed;

    private long lifeNumber;

    private long openedNanos;

    private long retryNanos;

    MonitorLink(
            ReplicaLink.Source links, boolean blocking, ReplicaLife life, StatementBudget budget, LongSupplier clock) {
        this.links = links;
        this.blocking = blocking;
        this.life = life;
        this.budget = budget;
        this.clock = clock;
    }

    /** A connection made in the present life. */
    ReplicaLink get() throws SQLException {
        ReplicaLink current = link;
        if (current == null || lifeNumber != life.number()) {
            close();
            return open();
        }
        // The blocking one need not: another server at its address is noticed by the other one, and ends the life.
        long now = clock.getAsLong();
        if (blocking || now - openedNanos < LONGEST_USE.toNanos() || now - retryNanos < 0) {
            return current;
        }
        try {
            ReplicaLink result = open();
            current.close();
            return result;
        } catch (SQLException ex) {
            if (closed || !JdbcLinks.isFull(ex) || now - openedNanos >= LONGEST_USE_OF_FULL_SERVER.toNanos()) {
                // Whoever answers at the address by now, this connection does not tell.
                current.close();
                throw ex;
            }
            LOGGER.debug("no new monitor connection, the old one goes on for a while", ex);
            retryNanos = now + RETRY.toNanos();
            return current;
        }
    }

    private ReplicaLink open() throws SQLException {
        budget.take(CONNECT_STATEMENTS, clock.getAsLong());
        // Taken first: should the life end meanwhile, the connection is none of the next one.
        long number = life.number();
        ReplicaLink result = links.open(blocking);
        lifeNumber = number;
        openedNanos = clock.getAsLong();
        retryNanos = openedNanos;
        link = result;
        if (closed) {
            result.close();
            throw new SQLException("the monitor was closed");
        }
        return result;
    }

    /** The life that answers over this connection belong to. */
    long lifeNumber() {
        return lifeNumber;
    }

    /** Gives the connection up; the next {@link #get} makes another. Never throws. */
    void close() {
        ReplicaLink current = link;
        link = null;
        if (current != null) {
            current.close();
        }
    }

    /** Ends the connection, whatever its thread is blocked in, for good. Never throws, never blocks. */
    void abort() {
        closed = true;
        ReplicaLink current = link;
        if (current != null) {
            current.abort();
        }
    }
}
