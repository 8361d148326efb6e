package io.github.readyourwrites.replica;

import com.mysql.cj.conf.ConnectionUrl;
import com.mysql.cj.conf.HostInfo;
import com.mysql.cj.conf.PropertyKey;
import com.mysql.cj.jdbc.Driver;
import io.github.readyourwrites.capture.ServerAddress;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How the plugin reaches one MySQL server with connections of its own: the data source's address, account and TLS
 * settings, without what the data source does to the application's connections. Immutable; equal endpoints share one
 * monitor. {@code toString} shows no password.
 */
public final class ServerEndpoint {

    /** Settings of the application's connections that a monitor must not take over. */
    private static final Set<String> APPLICATION_SETTINGS = Set.of(
            PropertyKey.queryInterceptors.getKeyName(),
            PropertyKey.exceptionInterceptors.getKeyName(),
            PropertyKey.connectionLifecycleInterceptors.getKeyName(),
            PropertyKey.sessionVariables.getKeyName(),
            PropertyKey.trackSessionState.getKeyName(),
            PropertyKey.autoReconnect.getKeyName(),
            PropertyKey.autoReconnectForPools.getKeyName(),
            PropertyKey.connectionAttributes.getKeyName(),
            PropertyKey.connectTimeout.getKeyName(),
            PropertyKey.socketTimeout.getKeyName(),
            PropertyKey.useServerPrepStmts.getKeyName(),
            PropertyKey.defaultFetchSize.getKeyName(),
            PropertyKey.DBNAME.getKeyName(),
            PropertyKey.HOST.getKeyName(),
            PropertyKey.PORT.getKeyName(),
            PropertyKey.USER.getKeyName(),
            PropertyKey.PASSWORD.getKeyName());

    private final ServerAddress address;

    private final String username;

    private final String password;

    private final Map<String, String> settings;

    private final String schema;

    private ServerEndpoint(
            ServerAddress address, String username, String password, Map<String, String> settings, String schema) {
        this.address = address;
        this.username = username;
        this.password = password;
        this.settings = settings;
        this.schema = schema;
    }

    /**
     * Reads a data source's JDBC URL.
     *
     * @param username account, or null for the URL's own
     * @param password password, or null for the URL's own
     * @throws IllegalArgumentException if the URL is no MySQL URL, or stands for several servers: behind such an address
     *     nobody can tell which server has applied what
     */
    public static ServerEndpoint parse(String jdbcUrl, @Nullable String username, @Nullable String password) {
        if (!ConnectionUrl.acceptsUrl(jdbcUrl)) {
            throw new IllegalArgumentException("not a MySQL JDBC URL: " + withoutQuery(jdbcUrl));
        }
        ConnectionUrl url = ConnectionUrl.getConnectionUrlInstance(jdbcUrl, new Properties());
        if (url.getType() != ConnectionUrl.Type.SINGLE_CONNECTION
                || url.getHostsList().size() != 1) {
            throw new IllegalArgumentException("the JDBC URL " + withoutQuery(jdbcUrl)
                    + " stands for several servers; give each server a data source of its own");
        }
        HostInfo host = url.getHostsList().get(0);
        Map<String, String> settings = new HashMap<>(host.getHostProperties());
        settings.keySet().removeAll(APPLICATION_SETTINGS);
        return new ServerEndpoint(
                ServerAddress.of(host),
                username == null ? nullToEmpty(host.getUser()) : username,
                password == null ? nullToEmpty(host.getPassword()) : password,
                Map.copyOf(settings),
                nullToEmpty(host.getDatabase()));
    }

    private static String withoutQuery(String jdbcUrl) {
        int query = jdbcUrl.indexOf('?');
        return query < 0 ? jdbcUrl : jdbcUrl.substring(0, query);
    }

    private static String nullToEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }

    /** Host and port. */
    public ServerAddress address() {
        return address;
    }

    /** The account that connections are made with. */
    public String username() {
        return username;
    }

    /** The schema that the URL names, empty if it names none. Two endpoints that differ in this alone are equal. */
    String schema() {
        return schema;
    }

    /**
     * Opens a connection of the plugin's own; the caller closes it. Blocks for at most about the connect timeout.
     *
     * @param connectTimeout bound on making the connection
     * @param socketTimeout bound on every answer
     */
    public Connection connect(Duration connectTimeout, Duration socketTimeout) throws SQLException {
        Properties properties = new Properties();
        settings.forEach(properties::setProperty);
        properties.setProperty(PropertyKey.USER.getKeyName(), username);
        properties.setProperty(PropertyKey.PASSWORD.getKeyName(), password);
        properties.setProperty(PropertyKey.connectTimeout.getKeyName(), Long.toString(connectTimeout.toMillis()));
        properties.setProperty(PropertyKey.socketTimeout.getKeyName(), Long.toString(socketTimeout.toMillis()));
        properties.setProperty(PropertyKey.connectionAttributes.getKeyName(), "program_name:ryw-monitor");
        String host = address.host().indexOf(':') < 0 ? address.host() : "[" + address.host() + "]";
        Connection result = new Driver().connect("jdbc:mysql://" + host + ":" + address.port() + "/", properties);
        if (result == null) {
            throw new SQLException("Connector/J did not accept the address " + address, "08001");
        }
        return result;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ServerEndpoint that
                && address.equals(that.address)
                && username.equals(that.username)
                && password.equals(that.password)
                && settings.equals(that.settings);
    }

    @Override
    public int hashCode() {
        return 31 * address.hashCode() + username.hashCode();
    }

    @Override
    public String toString() {
        return username + "@" + address;
    }
}
