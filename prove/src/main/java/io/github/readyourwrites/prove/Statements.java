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
import java.util.concurrent.TimeUnit;
import org.apache.shardingsphere.infra.hint.HintManager;

/** Reads and writes of one JVM, each with an entry in the journal. Thread-safe. */
final class Statements {

    private static final int DUPLICATE_KEY = 1062;

    private static final long STICKY_NANOS = TimeUnit.SECONDS.toNanos(3);

    private final String instance;

    private final Shop shop;

    private final Registers registers;

    private final Journal journal;

    private final boolean sticky;

    private final ThreadLocal<Long> lastWrites = new ThreadLocal<>();

    Statements(String instance, Shop shop, Registers registers, Journal journal, Strategy strategy) {
        this.instance = instance;
        this.shop = shop;
        this.registers = registers;
        this.journal = journal;
        sticky = strategy.isSticky();
    }

    String instance() {
        return instance;
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
        lastWrites.set(System.nanoTime());
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
        if (version == 0) {
            return;
        }
        lastWrites.set(System.nanoTime());
        long begin = System.nanoTime();
        try (Connection connection = shop.connect()) {
            connection.setAutoCommit(false);
            execute(connection, Registers.insertAgain(key, version));
            connection.rollback();
        } catch (SQLException ex) {
            if (ex.getErrorCode() != DUPLICATE_KEY) {
                throw ex;
            }
            journal.add(
                    new Write(instance, session, key, version, begin, System.nanoTime(), Outcome.ACKNOWLEDGED, false));
        }
    }

    /** A read on a connection of its own. */
    void read(String session, int key, ConsistencyLevel level) throws SQLException {
        long begin = System.nanoTime();
        try (Connection connection = shop.connect()) {
            read(connection, session, key, level, begin, 0);
        }
    }

    /**
     * A read.
     *
     * @param begin when its snapshot began at the earliest
     * @param uncommitted what its own transaction has written, 0 if nothing
     */
    void read(Connection connection, String session, int key, ConsistencyLevel level, long begin, long uncommitted)
            throws SQLException {
        Long lastWrite = lastWrites.get();
        long version;
        if (sticky && lastWrite != null && System.nanoTime() - lastWrite < STICKY_NANOS) {
            try (HintManager hint = HintManager.getInstance()) {
                hint.setWriteRouteOnly();
                version = query(connection, key);
            }
        } else {
            version = query(connection, key);
        }
        journal.add(new Read(
                instance,
                session,
                key,
                version,
                begin,
                System.nanoTime(),
                uncommitted,
                level,
                RywSession.lastDecision()
                        .map(each -> each.target() + ' ' + each.reason())
                        .orElse("?")));
    }

    private static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static long query(Connection connection, int key) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(Registers.read(key))) {
            if (!rows.next()) {
                throw new SQLException("row " + key + " is not there");
            }
            return rows.getLong(1);
        }
    }

    /** What makes a write permanent. */
    @FunctionalInterface
    interface Commit {
        void run() throws SQLException;
    }
}
