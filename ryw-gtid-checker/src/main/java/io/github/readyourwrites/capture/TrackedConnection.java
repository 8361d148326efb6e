package io.github.readyourwrites.capture;

import com.mysql.cj.MysqlConnection;
import com.mysql.cj.NativeSession;
import com.mysql.cj.Query;
import com.mysql.cj.Session;
import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.interceptors.QueryInterceptor;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.Resultset;
import com.mysql.cj.protocol.ServerSession;
import com.mysql.cj.protocol.ServerSessionStateController;
import com.mysql.cj.protocol.ServerSessionStateController.ServerSessionStateChanges;
import com.mysql.cj.protocol.ServerSessionStateController.SessionStateChange;
import com.mysql.cj.protocol.ServerSessionStateController.SessionStateChangesListener;
import io.github.readyourwrites.gtid.GtidSet;
import java.io.IOException;
import java.net.Socket;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Translates Connector/J's calls for one physical connection into events of its {@link ConnectionUnit}. Called with the
 * connection's lock held, except {@link #destroy()}, which any thread may call.
 */
final class TrackedConnection implements QueryInterceptor {

    private static final Logger LOGGER = LoggerFactory.getLogger(GtidTracker.class);

    private final MysqlConnection connection;
    private final ConnectionUnit unit;
    private final AbandonedConnections.Entry entry;
    /** Connector/J keeps its listeners by weak reference only: this field is what keeps ours. */
    private final SessionStateChangesListener listener = this::stateChanged;

    private @Nullable ServerSessionStateController controller;

    private TrackedConnection(MysqlConnection connection, ConnectionUnit unit) {
        this.connection = connection;
        this.unit = unit;
        entry = CaptureRegistry.abandonedConnections().watch(this, unit);
    }

    static TrackedConnection of(MysqlConnection connection) {
        HostInfo host = connection.getSession().getHostInfo();
        String username = host.getUser() == null ? "" : host.getUser();
        return new TrackedConnection(connection, new ConnectionUnit(ServerAddress.of(host), username));
    }

    @Override
    public QueryInterceptor init(MysqlConnection ignored, Properties properties, Log log) {
        return this;
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // Connector/J's signature
    public <T extends Resultset> @Nullable T preProcess(Supplier<String> sql, Query query) {
        TrackedStatements.increment();
        try {
            listen();
            unit.started(CaptureRegistry.provider().current());
            CaptureRegistry.abandonedConnections().sweep();
        } catch (RuntimeException ex) {
            stumbled(ex);
        }
        return null;
    }

    @Override
    @SuppressWarnings("NullAway") // Connector/J passes null for a statement that failed
    public <T extends Resultset> @Nullable T postProcess(
            Supplier<String> sql, Query query, T result, ServerSession serverSession) {
        try {
            if (result == null) {
                unit.failed(StatementKind.ofWhole(sql.get()), isBroken());
            } else if (result.getNextResultset() != null) {
                Answers answers = Answers.of(sql.get(), result);
                unit.finished(answers.kind(), answers.effect(), answers.statements());
            } else if (result.hasRows()) {
                unit.gaveRows(serverSession.isEOFDeprecated());
            } else {
                StatementKind kind = StatementKind.of(sql.get(), 0);
                unit.finished(kind, Effect.of(kind, result.getUpdateCount(), result.getServerInfo()), 1);
            }
        } catch (RuntimeException ex) {
            stumbled(ex);
        }
        return null;
    }

    @Override
    public boolean executeTopLevelOnly() {
        return true;
    }

    @Override
    public void destroy() {
        try {
            entry.forget();
            unit.destroyed(
                    connection.getSession() instanceof NativeSession session && session.getForceClosedReason() != null);
        } catch (RuntimeException ex) {
            stumbled(ex);
        }
    }

    /** The controller is there from the first statement on, and a new one after a reconnection. */
    private void listen() {
        Session session = connection.getSession();
        ServerSessionStateController present = session.getServerSession().getServerSessionStateController();
        if (controller != present) {
            present.addSessionStateChangesListener(listener);
            controller = present;
            unit.connected(session.getThreadId());
        }
    }

    /** Connector/J has already taken over the status flags of the same answer. */
    private void stateChanged(ServerSessionStateChanges changes) {
        try {
            unit.answered(
                    gtids(changes.getSessionStateChangesList()),
                    connection.getSession().getServerSession().inTransactionOnServer());
        } catch (RuntimeException ex) {
            stumbled(ex);
        }
    }

    private static @Nullable GtidSet gtids(List<SessionStateChange> changes) {
        GtidSet result = null;
        for (int i = 0; i < changes.size(); i++) {
            SessionStateChange each = changes.get(i);
            if (each.getType() == ServerSessionStateController.SESSION_TRACK_GTIDS) {
                GtidSet gtids = GtidSet.parse(each.getValues().get(0));
                result = result == null ? gtids : result.union(gtids);
            }
        }
        return result == null || result.isEmpty() ? null : result;
    }

    /**
     * Connector/J closes the socket when an answer cannot be read. It is the only sign that comes with every kind of
     * statement: after a server-side prepared one, or an abort by another thread, nothing calls {@link #destroy()}.
     */
    private boolean isBroken() {
        try {
            if (connection.getSession() instanceof NativeSession session) {
                Socket socket = session.getProtocol().getSocketConnection().getMysqlSocket();
                return socket == null || socket.isClosed();
            }
            return false;
        } catch (IOException ignored) {
            return true;
        }
    }

    private void stumbled(RuntimeException failure) {
        if (CaptureRegistry.isFirstFailure()) {
            LOGGER.warn("The GTID tracker failed; its writes are treated as of unknown position from here on", failure);
        }
        try {
            unit.missed();
        } catch (RuntimeException ex) {
            LOGGER.debug("Could not mark after a failure", ex);
        }
    }
}
