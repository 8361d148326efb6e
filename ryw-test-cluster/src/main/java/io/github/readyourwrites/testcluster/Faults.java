package io.github.readyourwrites.testcluster;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/** The faults of one server, and how they are undone. Safe for use by several threads. */
final class Faults {

    private static final int TIMEOUT_MILLISECONDS = 30_000;

    private final MySqlServer server;
    private final ServerHost host;
    private final ReplicationStatements statements;
    private final IntSupplier freeServerIds;
    private final AtomicReference<@Nullable Connection> lock = new AtomicReference<>();
    /** What the server had executed when it was made to forget it. */
    private final AtomicReference<@Nullable String> forgotten = new AtomicReference<>();

    private volatile boolean restartedBehind;

    Faults(MySqlServer server, ServerHost host, ReplicationStatements statements, IntSupplier freeServerIds) {
        this.freeServerIds = freeServerIds;
        this.server = server;
        this.host = host;
        this.statements = statements;
    }

    void saveState() {
        host.saveState();
    }

    void restartBehind() {
        host.restoreState();
        closeLock();
        changeServerId();
        String skipStart = ServerOptions.skipReplicaStart(statements.version());
        host.configure(skipStart, "ON");
        host.restart();
        host.configure(skipStart, "OFF");
        restartedBehind = true;
    }

    /** Whether it has been restarted behind since this was last asked. */
    boolean takeRestartedBehind() {
        boolean result = restartedBehind;
        restartedBehind = false;
        return result;
    }

    void wipe() {
        closeLock();
        forgotten.set(null);
        restartedBehind = false;
        host.wipe();
        changeServerId();
        host.restart();
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

    void receiveThrough(MovableAddress address) {
        server.execute(
                statements.stopLink(),
                statements.stopApplier(),
                statements.follow(address.host(), address.port()),
                statements.startLink(),
                statements.startApplier());
    }

    void delay(int seconds) {
        ReplicationStatus before = status();
        server.execute(statements.stopApplier(), statements.delay(seconds));
        if (before != null && before.isApplierRunning()) {
            startApplier();
        }
    }

    void freeze() {
        host.freeze();
    }

    void thaw() {
        host.thaw();
    }

    void crash() {
        host.kill();
        closeLock();
    }

    void restart() {
        crash();
        host.restart();
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
        return host.isFrozen();
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
        if (host.isFrozen()) {
            thaw();
        }
        if (!host.isRunning()) {
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

    /** A replica passes over events that carry its own id, so it would never get back what it wrote as a primary. */
    private void changeServerId() {
        host.configure("server_id", Integer.toString(freeServerIds.getAsInt()));
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
