package io.github.readyourwrites.benchmarks.shop;

import io.github.readyourwrites.testcluster.MySqlServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** How many statements a server was sent, by its own count. Confined to one thread. */
public final class StatementCount implements AutoCloseable {

    private static final String QUESTIONS = "SHOW GLOBAL STATUS WHERE Variable_name = 'Questions'";

    private final Connection connection;

    private long asked;

    /** Of this server. */
    public StatementCount(MySqlServer server) throws SQLException {
        connection = server.connect();
    }

    /** Since the server's start, without those of this object. */
    public long count() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(QUESTIONS)) {
            row.next();
            return row.getLong(2) - asked++;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
