package io.github.readyourwrites.replica;

import java.sql.SQLException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread's connection to its server, made anew from time to time, since an address can be moved while the server behind
 * the old connection lives on. The new one is made before the old one is given up: a server that has no room for another
 * connection is no reason to lose a good one. Used by its thread; {@link #abort} by any.
 */
final class RenewedLink<L extends ServerLink> {

    private static final Logger LOGGER = LoggerFactory.getLogger(RenewedLink.class);

    /** How long a moved address may go unnoticed. */
    private static final Duration LONGEST_USE = Duration.ofSeconds(10);

    /** The same where the server at the address has no room for another connection now. */
    private static final Duration LONGEST_USE_OF_FULL_SERVER = Duration.ofSeconds(20);

    private static final Duration RETRY = Duration.ofSeconds(1);

    private final Source<L> source;

    private final LongSupplier clock;

    private volatile @Nullable L link;

    private volatile boolean closed;

    private long openedNanos;

    private long retryNanos;

    RenewedLink(Source<L> source, LongSupplier clock) {
        this.source = source;
        this.clock = clock;
    }

    boolean isOpen() {
        return link != null;
    }

    /** The connection, however old; it is made if there is none. */
    L kept() throws SQLException {
        L current = link;
        return current == null ? open() : current;
    }

    /** The connection, which is made if there is none, and anew if it is old. */
    L get() throws SQLException {
        L current = kept();
        long now = clock.getAsLong();
        if (now - openedNanos < LONGEST_USE.toNanos() || now - retryNanos < 0) {
            return current;
        }
        try {
            L result = open();
            current.close();
            return result;
        } catch (SQLException ex) {
            if (closed || !JdbcLinks.isFull(ex) || now - openedNanos >= LONGEST_USE_OF_FULL_SERVER.toNanos()) {
                // Whoever answers at the address by now, this connection does not tell.
                link = null;
                current.close();
                throw ex;
            }
            LOGGER.debug("no new connection, the old one goes on for a while", ex);
            retryNanos = now + RETRY.toNanos();
            return current;
        }
    }

    private L open() throws SQLException {
        L result = source.open();
        openedNanos = clock.getAsLong();
        retryNanos = openedNanos;
        link = result;
        if (closed) {
            drop();
            throw new SQLException("closed meanwhile");
        }
        return result;
    }

    /** Gives the connection up; the next call makes another. Never throws. */
    void drop() {
        L current = link;
        link = null;
        if (current != null) {
            current.close();
        }
    }

    /** Ends the connection, whatever its thread is blocked in, for good. Never throws, never blocks. */
    void abort() {
        closed = true;
        L current = link;
        if (current != null) {
            current.abort();
        }
    }

    /** Makes connections. */
    @FunctionalInterface
    interface Source<L> {
        L open() throws SQLException;
    }
}
