package io.github.readyourwrites.testcluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The faults of one server, and how they are undone. Safe for use by several threads. */
final class Faults {

    private static final int TIMEOUT_MILLISECONDS = 30_000;

    private final MySqlServer server;
    private final ServerLife life;
    private final ReplicationStatements statements;
    private final AtomicReference<@Nullable Connection> lock = new AtomicReference<>();
    /** What the server had executed when it was made to forget it. */
    private final AtomicReference<@Nullable String> forgotten = new AtomicReference<>();

    private volatile boolean frozen;

    Faults(MySqlServer server, ServerLife life, ReplicationStatements statements) {
        this.server = server;
        this.life = life;
        this.statements = statements;
    }

    void follow(MySqlServer primary, boolean byGtid) {
        String change = byGtid
                ? statements.follow(primary.host(), primary.port())
                : statements.followFromStart(
                        primary.host(),
                        primary.port(),
                        primary.queryStrings("SHOW BINARY LOGS").get(0));
        server.execute(change, statements.startLink(), statements.startApplier());
    }

    void stopApplier() {
        server.execute(statements.stopApplier());
    }

    void startApplier() {
        server.execute(statements.startApplier());
    }

    void stopLink() {
        server.execute(statements.stopLink());
    }

    void startLink() {
        server.execute(statements.startLink());
    }

    void delay(int seconds) {
        ReplicationStatus before = status();
        server.execute(statements.stopApplier(), statements.delay(seconds));
        if (before != null && before.isApplierRunning()) {
            startApplier();
        }
    }

    void freeze() {
        life.process().signal("STOP");
        frozen = true;
    }

    void thaw() {
        frozen = false;
        life.process().signal("CONT");
    }

    void crash() {
        life.process().kill();
        frozen = false;
        closeLock();
    }

    void restart() {
        crash();
        life.restart();
    }

    void lockTables() {
        closeLock();
        try {
            Connection connection = server.connectAsAdmin("", TIMEOUT_MILLISECONDS);
            lock.set(connection);
            try (Statement statement = connection.createStatement()) {
                statement.execute("FLUSH TABLES WITH READ LOCK");
            }
        } catch (SQLException ex) {
            throw new MySqlClusterException("Cannot lock the tables of " + server, ex);
        }
    }

    void unlockTables() {
        closeLock();
    }

    void resetGtidHistory() {
        String executed = server.gtidExecuted();
        forgotten.updateAndGet(earlier -> earlier == null ? executed : earlier + "," + executed);
        server.execute(statements.resetHistory());
    }

    boolean isFrozen() {
        return frozen;
    }

    /** Null where the server follows no primary. */
    @Nullable
    ReplicationStatus status() {
        try (Connection connection = server.connectAsAdmin("", TIMEOUT_MILLISECONDS)) {
            return ReplicationStatus.read(connection, statements);
        } catch (SQLException ex) {
            throw new MySqlClusterException("Cannot read the replication status of " + server, ex);
        }
    }

    /** Makes the process answer again: first, since nothing else works on one that is frozen or gone. */
    void revive() {
        if (frozen) {
            thaw();
        }
        if (!life.process().isRunning()) {
            restart();
        }
        closeLock();
    }

    /** Starts what replication has stopped and ends every delay; the primary must run. */
    void resumeReplication() {
        ReplicationStatus status = status();
        String before = forgotten.getAndSet(null);
        if (before != null) {
            remember(before, status != null);
        }
        if (status == null) {
            return;
        }
        if (status.delay() != 0) {
            server.execute(statements.stopApplier(), statements.delay(0));
        }
        // A link that waits between two attempts to connect is made to try at once.
        if (before == null && !status.isLinkUp()) {
            stopLink();
        }
        server.execute(statements.startLink(), statements.startApplier());
    }

    private void remember(String before, boolean isReplica) {
        if (isReplica) {
            server.execute(statements.stopLink(), statements.stopApplier());
        }
        String executed = before + "," + server.gtidExecuted();
        server.execute(statements.resetHistory(), "SET GLOBAL gtid_purged = '" + trimCommas(executed) + "'");
    }

    private static String trimCommas(String set) {
        return set.replaceAll("^,+|,+$", "").replaceAll(",{2,}", ",");
    }

    private void closeLock() {
        Connection connection = lock.getAndSet(null);
        if (connection != null) {
            try {
                connection.abort(Runnable::run);
            } catch (SQLException ignored) {
                // The server is gone, and its locks with it.
            }
        }
    }
}
