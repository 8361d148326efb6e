package io.github.readyourwrites.capture;

import com.mysql.cj.MysqlConnection;
import com.mysql.cj.Query;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.conf.PropertySet;
import com.mysql.cj.conf.RuntimeProperty;
import com.mysql.cj.exceptions.ExceptionFactory;
import com.mysql.cj.interceptors.QueryInterceptor;
import com.mysql.cj.log.Log;
import com.mysql.cj.protocol.Resultset;
import com.mysql.cj.protocol.ServerSession;
import java.util.Properties;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells sessions what they wrote. Named in the JDBC URL of a write data source, and nothing else has to be configured:
 *
 * <pre>{@code jdbc:mysql://primary:3306/shop?queryInterceptors=io.github.readyourwrites.capture.GtidTracker}</pre>
 *
 * <p>Before the connection is made it asks Connector/J (8.0.33 or later, 9.x) to track the session state and the server
 * to send the GTIDs of this connection's own commits (MySQL manual, {@code session_track_gtids}; MySQL 5.7.6 or later),
 * beside the {@code sessionVariables} of the user's own. They come with the answers that are sent anyway, so no
 * statement is added. A server or proxy without that variable refuses the connection, and the exception names it: take
 * the tracker out of the URL there (MariaDB is not supported). Where the variable is accepted and no GTID comes back,
 * each write counts as one whose position is unknown.
 *
 * <p>Never throws into the application; what it cannot handle is logged once and counts as a write of unknown position.
 * Reports to the {@link WriteObserver} that {@link WriteObserverProvider#current()} names before each statement.
 */
public final class GtidTracker implements QueryInterceptor {

    /** For Connector/J. */
    public GtidTracker() {}

    /** Returns the interceptor for this one connection, which Connector/J uses in place of this object. */
    @Override
    public QueryInterceptor init(MysqlConnection connection, Properties properties, Log log) {
        try {
            PropertySet propertySet = connection.getPropertySet();
            propertySet.getBooleanProperty(PropertyKey.trackSessionState).setValue(true);
            RuntimeProperty<String> variables = propertySet.getStringProperty(PropertyKey.sessionVariables);
            variables.setValue(withGtids(variables.getValue()));
            return TrackedConnection.of(connection);
        } catch (LinkageError ex) {
            throw ExceptionFactory.createException(
                    "GtidTracker needs Connector/J 8.0.33 or later; another one comes first on the class path", ex);
        }
    }

    /** Last, since of two assignments in one SET the last one counts. */
    static String withGtids(@Nullable String sessionVariables) {
        return sessionVariables == null || sessionVariables.isBlank()
                ? "session_track_gtids=OWN_GTID"
                : sessionVariables + ",session_track_gtids=OWN_GTID";
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // Connector/J's signature
    public <T extends Resultset> @Nullable T preProcess(Supplier<String> sql, Query query) {
        return null;
    }

    @Override
    public <T extends Resultset> @Nullable T postProcess(
            Supplier<String> sql, Query query, T result, ServerSession serverSession) {
        return null;
    }

    @Override
    public boolean executeTopLevelOnly() {
        return true;
    }

    @Override
    public void destroy() {}
}
