package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidFormatException;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link HeartbeatLink} over JDBC. */
final class JdbcHeartbeatLink implements HeartbeatLink {

    private static final String SEMI_SYNC_VARIABLES =
            "/* ryw-monitor */ SHOW GLOBAL VARIABLES LIKE 'rpl\\_semi\\_sync\\_%'";

    private static final String SEMI_SYNC_STATUS =
            "/* ryw-monitor */ SHOW GLOBAL STATUS LIKE 'Rpl\\_semi\\_sync\\_%\\_status'";

    private final Connection connection;

    private final HeartbeatTable table;

    private JdbcHeartbeatLink(Connection connection, HeartbeatTable table) {
        this.connection = connection;
        this.table = table;
    }

    /** Links to {@code endpoint}; answers are waited for no longer than {@code timeout}. */
    static Source source(ServerEndpoint endpoint, HeartbeatTable table, Duration timeout) {
        return () -> new JdbcHeartbeatLink(endpoint.connect(timeout, timeout), table);
    }

    @Override
    public boolean hasTable() throws SQLException {
        if (table.name().isEmpty()) {
            return false;
        }
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery(table.look()).close();
            return true;
        } catch (SQLException ex) {
            if (JdbcLinks.isLost(ex)) {
                throw ex;
            }
            return false;
        }
    }

    @Override
    public void createTable() throws SQLException {
        execute(table.create());
    }

    private int execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    @Override
    public Pulse read(boolean withTable) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(withTable ? table.read() : HeartbeatTable.readPosition())) {
            row.next();
            return new Pulse(
                    GtidSet.parse(row.getString(1)),
                    UUID.fromString(row.getString(2)),
                    row.getBoolean(3),
                    withTable ? row.getString(4) : null,
                    withTable ? age(row) : null);
        } catch (GtidFormatException ex) {
            throw new SQLException("the server's GTIDs cannot be read: " + ex.getMessage(), ex);
        }
    }

    private static @Nullable Long age(ResultSet row) throws SQLException {
        long result = row.getLong(5);
        return row.wasNull() ? null : result;
    }

    @Override
    public boolean write(Duration age) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(table.write())) {
            statement.setLong(1, TimeUnit.NANOSECONDS.toMicros(age.toNanos()));
            statement.setLong(2, TimeUnit.NANOSECONDS.toMicros(age.toNanos()));
            return statement.executeUpdate() > 0 || execute(table.insert()) > 0;
        }
    }

    @Override
    public SemiSync semiSync() throws SQLException {
        Map<String, String> variables = variables(SEMI_SYNC_VARIABLES);
        String word = variables.containsKey("rpl_semi_sync_source_enabled") ? "source" : "master";
        String enabled = variables.getOrDefault("rpl_semi_sync_" + word + "_enabled", "");
        if (enabled.isEmpty()) {
            return SemiSync.OFF;
        }
        return SemiSync.of(
                enabled,
                variables(SEMI_SYNC_STATUS).getOrDefault("rpl_semi_sync_" + word + "_status", ""),
                variables.getOrDefault("rpl_semi_sync_" + word + "_wait_point", ""));
    }

    private Map<String, String> variables(String sql) throws SQLException {
        Map<String, String> result = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String value = rows.getString(2);
                result.put(rows.getString(1).toLowerCase(Locale.ROOT), value == null ? "" : value);
            }
        }
        return result;
    }

    @Override
    public void abort() {
        JdbcLinks.abort(connection);
    }

    @Override
    public void close() {
        JdbcLinks.close(connection);
    }
}
