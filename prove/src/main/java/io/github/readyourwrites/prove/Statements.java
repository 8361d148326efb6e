package io.github.readyourwrites.prove;

import io.github.readyourwrites.prove.history.Outcome;
import io.github.readyourwrites.prove.history.Read;
import io.github.readyourwrites.prove.history.Write;
import io.github.readyourwrites.session.ConsistencyLevel;
import io.github.readyourwrites.session.RywSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.shardingsphere.infra.hint.HintManager;

/** Reads and writes of one JVM, each with an entry in the journal. Thread-safe. */
final class Statements {

    private static final int DUPLICATE_KEY = 1062;

    private static final int NO_SUCH_TABLE = 1146;

    private static final long STICKY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final String instance;

    private final Shop shop;

    private final Registers registers;

    private final Journal journal;

    private final LossWatch losses;

    private final boolean sticky;

    /** When each session has written last in this JVM. */
    private final Map<String, Long> lastWrites = new ConcurrentHashMap<>();

    Statements(String instance, Shop shop, Registers registers, Journal journal, LossWatch losses, boolean sticky) {
        this.instance = instance;
        this.shop = shop;
        this.registers = registers;
        this.journal = journal;
        this.losses = losses;
        this.sticky = sticky;
    }

    /** Connects, fails as the pool does. */
    Connection connect() throws SQLException {
        return shop.connect();
    }

    /** A write that commits by itself. */
    void write(String session, int key, long version) throws SQLException {
        try (Connection connection = shop.connect()) {
            write(connection, session, key, version, () -> {});
        }
    }

    /** A write and what commits it; the commit is part of the write. */
    void write(Connection connection, String session, int key, long version, Commit commit) throws SQLException {
        lastWrites.put(session, System.nanoTime());
        long begin = System.nanoTime();
        try {
            boolean changed = execute(connection, Registers.write(key, version)) > 0;
            commit.run();
            registers.acknowledged(key, version);
            journal.add(new Write(
                    instance, session, key, version, begin, System.nanoTime(), Outcome.ACKNOWLEDGED, changed));
        } catch (SQLException ex) {
            journal.add(new Write(instance, session, key, version, begin, System.nanoTime(), Outcome.UNKNOWN, true));
            throw ex;
        }
    }

    /** Meets a version that is there already, as a payment callback does that is processed twice. */
    void meetDuplicate(String session, int key) throws SQLException {
        long version = registers.lastAcknowledged(key);
        lastWrites.put(session, System.nanoTime());
        long begin = System.nanoTime();
        try (Connection connection = shop.connect()) {
            connection.setAutoCommit(false);
            execute(connection, Registers.insertAgain(key, version));
            // A failover has lost it.
            connection.rollback();
        } catch (SQLException ex) {
            if (ex.getErrorCode() != DUPLICATE_KEY) {
                throw ex;
            }
            foundThere(session, key, version, begin);
        }
    }

    /** Inserts a version, unless it is there already. */
    void insertIgnoring(String session, int key) throws SQLException {
        long version = registers.lastAcknowledged(key);
        lastWrites.put(session, System.nanoTime());
        long begin = System.nanoTime();
        try (Connection connection = shop.connect()) {
            connection.setAutoCommit(false);
            if (execute(connection, Registers.insertIgnoring(key, version)) > 0) {
                connection.rollback();
            } else {
                connection.commit();
                foundThere(session, key, version, begin);
            }
        }
    }

    private void foundThere(String session, int key, long version, long begin) {
        if (version != 0) {
            journal.add(
                    new Write(instance, session, key, version, begin, System.nanoTime(), Outcome.ACKNOWLEDGED, false));
        }
    }

    /** A read on a connection of its own. */
    void read(String session, int key, ConsistencyLevel level) throws SQLException {
        long begin = System.nanoTime();
        try (Connection connection = shop.connect()) {
            read(connection, session, key, level, begin);
        }
    }

    /** A read that the reader wants from the primary. */
    void readFromPrimary(String session, int key) throws SQLException {
        long begin = System.nanoTime();
        try (RywSession.PrimaryScope ignored = RywSession.readFromPrimary();
                Connection connection = shop.connect()) {
            long version = query(connection, key);
            note(session, key, version, begin, 0, true, ConsistencyLevel.STRONG);
        }
    }

    /** A read in a transaction of the reader's that has written {@code uncommitted}. */
    void readOwn(Connection connection, String session, int key, ConsistencyLevel level, long uncommitted)
            throws SQLException {
        long begin = System.nanoTime();
        note(session, key, query(connection, key), begin, uncommitted, true, level);
    }

    /** A read that is no part of the history. */
    void touch() throws SQLException {
        try (Connection connection = shop.connect()) {
            query(connection, 0);
        }
        losses.look();
    }

    /** A read whose snapshot began at {@code begin} at the earliest. */
    void read(Connection connection, String session, int key, ConsistencyLevel level, long begin) throws SQLException {
        Long lastWrite = lastWrites.get(session);
        long version;
        if (sticky && lastWrite != null && System.nanoTime() - lastWrite < STICKY_NANOS) {
            try (HintManager hint = HintManager.getInstance()) {
                hint.setWriteRouteOnly();
                version = query(connection, key);
            }
        } else {
            version = query(connection, key);
        }
        note(session, key, version, begin, 0, false, level);
    }

    private void note(
            String session,
            int key,
            long version,
            long begin,
            long uncommitted,
            boolean onPrimary,
            ConsistencyLevel level) {
        losses.look();
        String servedBy = RywSession.lastDecision()
                .map(each -> each.target() + ' ' + each.reason())
                .orElse("?");
        journal.add(new Read(
                instance, session, key, version, begin, System.nanoTime(), uncommitted, onPrimary, level, servedBy));
    }

    private static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** A server without the row, or without the table, is one that has nothing yet: version 0. */
    private static long query(Connection connection, int key) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(Registers.read(key))) {
            return rows.next() ? rows.getLong(1) : 0;
        } catch (SQLException ex) {
            if (ex.getErrorCode() == NO_SUCH_TABLE) {
                return 0;
            }
            throw ex;
        }
    }

    /** What makes a write permanent. */
    @FunctionalInterface
    interface Commit {
        void run() throws SQLException;
    }
}
