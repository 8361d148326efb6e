package io.github.readyourwrites.benchmarks.endtoend;

import io.github.readyourwrites.benchmarks.shop.ShopDataSource;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.shardingsphere.infra.hint.HintManager;

/**
 * What a user would write himself: after each write the primary is asked what it has executed, and before each read the
 * replica's connection waits for that, for a second, the shortest that MySQL 8.0.15 can; then the primary is read.
 *
 * <p>Source: MySQL 8.0 Reference Manual, section 12.19, "Functions Used with Global Transaction Identifiers (GTIDs)".
 */
final class Textbook {

    private static final String EXECUTED = "SELECT @@GLOBAL.gtid_executed";

    private static final String WAIT = "SELECT WAIT_FOR_EXECUTED_GTID_SET(?, 1)";

    private Textbook() {}

    static void write(ShopDataSource dataSource, User user) throws SQLException {
        try (HintManager hint = HintManager.getInstance()) {
            hint.setDataSourceName("write_ds");
            try (Connection connection = dataSource.connect()) {
                Shop.write(connection, user);
                user.executed(executed(connection));
            }
        }
    }

    private static String executed(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(EXECUTED)) {
            row.next();
            return row.getString(1);
        }
    }

    static Shop.Answer read(ShopDataSource dataSource, User user) throws SQLException {
        String executed = user.executed();
        if (executed == null) {
            return Shop.read(dataSource, user);
        }
        try (HintManager hint = HintManager.getInstance()) {
            hint.setDataSourceName("read_ds_" + ThreadLocalRandom.current().nextInt(EndToEndBenchmark.REPLICAS));
            try (Connection connection = dataSource.connect()) {
                if (awaited(connection, executed)) {
                    return Shop.read(connection, user);
                }
            }
            hint.setDataSourceName("write_ds");
            return Shop.read(dataSource, user);
        }
    }

    private static boolean awaited(Connection connection, String executed) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WAIT)) {
            statement.setString(1, executed);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getInt(1) == 0;
            }
        }
    }
}
