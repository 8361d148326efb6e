package io.github.readyourwrites.replica;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Asks for what a {@link ServerInspection} tells. */
final class JdbcInspection {

    private static final String MARK = "/* ryw-monitor */ ";

    /** The names of every version; a server passes over those it does not know. */
    private static final String VARIABLES = MARK + "SHOW GLOBAL VARIABLES WHERE Variable_name IN ("
            + "'gtid_mode', 'enforce_gtid_consistency', 'log_bin', 'binlog_format', 'sync_binlog',"
            + " 'innodb_flush_log_at_trx_commit', 'read_only', 'super_read_only',"
            + " 'log_replica_updates', 'log_slave_updates', 'replica_skip_errors', 'slave_skip_errors',"
            + " 'replica_exec_mode', 'slave_exec_mode',"
            + " 'group_replication_group_name', 'group_replication_single_primary_mode')";

    private static final String ACCOUNT = MARK + "SELECT CURRENT_USER()";

    private final Connection connection;

    private JdbcInspection(Connection connection) {
        this.connection = connection;
    }

    static ServerInspection look(ServerEndpoint endpoint, Duration patience) throws SQLException {
        UUID secondUuid = ServerIdentity.of(endpoint, patience).serverUuid();
        try (Connection connection = endpoint.connect(patience, patience)) {
            return new JdbcInspection(connection).look(secondUuid);
        }
    }

    private ServerInspection look(UUID secondUuid) throws SQLException {
        DatabaseMetaData metaData = connection.getMetaData();
        ServerIdentity identity = ServerIdentity.of(connection);
        return new ServerInspection(
                identity,
                secondUuid,
                metaData.getDatabaseProductVersion(),
                metaData.getDriverVersion(),
                ask(() -> text(ACCOUNT), ignored -> ""),
                ask(() -> !text(JdbcFenceLink.PROCESS_PRIVILEGE).equals("0"), ignored -> false),
                ask(this::variables, ignored -> Map.of()),
                ask(() -> replication(metaData), ex -> ReplicationState.hidden(String.valueOf(ex.getMessage()))));
    }

    /** What the server refuses to answer is left out; what it no longer can answer fails the look. */
    private static <T> T ask(Question<T> question, Function<SQLException, T> otherwise) throws SQLException {
        try {
            return question.ask();
        } catch (SQLException ex) {
            if (JdbcLinks.isLost(ex)) {
                throw ex;
            }
            return otherwise.apply(ex);
        }
    }

    private String text(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            String result = row.next() ? row.getString(1) : null;
            return result == null ? "" : result;
        }
    }

    private Map<String, String> variables() throws SQLException {
        Map<String, String> result = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(VARIABLES)) {
            while (rows.next()) {
                String value = rows.getString(2);
                result.put(rows.getString(1).toLowerCase(Locale.ROOT), value == null ? "" : value);
            }
        }
        return result;
    }

    private ReplicationState replication(DatabaseMetaData metaData) throws SQLException {
        return new ReplicationState(channels(), binlogFilters(metaData), Optional.empty());
    }

    private List<ReplicationChannel> channels() throws SQLException {
        List<ReplicationChannel> result = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(ReplicaStatus.statement(connection))) {
            while (rows.next()) {
                result.add(ReplicationChannel.of(rows));
            }
        }
        return result;
    }

    /** SHOW MASTER STATUS until 8.3, SHOW BINARY LOG STATUS since 8.2. */
    private Map<String, String> binlogFilters(DatabaseMetaData metaData) throws SQLException {
        int major = metaData.getDatabaseMajorVersion();
        boolean binaryLogSpelling = major > 8 || (major == 8 && metaData.getDatabaseMinorVersion() >= 2);
        Map<String, String> result = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        MARK + (binaryLogSpelling ? "SHOW BINARY LOG STATUS" : "SHOW MASTER STATUS"))) {
            if (row.next()) {
                for (String each : List.of("Binlog_Do_DB", "Binlog_Ignore_DB")) {
                    String value = row.getString(each);
                    if (value != null && !value.isEmpty()) {
                        result.put(each, value);
                    }
                }
            }
        }
        return result;
    }

    /** A question to the server. */
    @FunctionalInterface
    private interface Question<T> {
        T ask() throws SQLException;
    }
}
