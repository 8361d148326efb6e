package io.github.readyourwrites.examples;

import io.github.readyourwrites.testcluster.MySqlCluster;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/**
 * The orders of all customers, as plain SQL: it does not know that there are replicas. Each method takes a connection
 * of its own. Thread-safe.
 */
final class Orders {

    /** Starts from the customer, so that the answer has a row, and with it the server's name, even without an order. */
    private static final String LIST = "SELECT @@server_uuid, o.id, o.paid FROM t_customer c"
            + " LEFT JOIN t_order o ON o.customer_id = c.id WHERE c.id = ?";

    private static final String FIND = "SELECT @@server_uuid, o.id, o.paid FROM t_customer c"
            + " LEFT JOIN t_order o ON o.customer_id = c.id AND o.id = ? WHERE c.id = ?";

    private final ShopDataSource dataSource;

    Orders(ShopDataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** Makes the tables anew, with customers from 1 to this number and no order, on every server. */
    static void reset(MySqlCluster cluster, int customers) {
        StringBuilder rows = new StringBuilder("(1)");
        for (int i = 2; i <= customers; i++) {
            rows.append(",(").append(i).append(')');
        }
        cluster.primary()
                .execute(
                        "DROP TABLE IF EXISTS t_order, t_customer",
                        "CREATE TABLE t_customer (id BIGINT PRIMARY KEY)",
                        "CREATE TABLE t_order (id BIGINT PRIMARY KEY, customer_id BIGINT NOT NULL,"
                                + " paid BOOLEAN NOT NULL, KEY (customer_id))",
                        "INSERT INTO t_customer VALUES " + rows);
        cluster.awaitCaughtUp();
    }

    void save(long customer, long order) throws SQLException {
        update("INSERT INTO t_order (id, customer_id, paid) VALUES (?, ?, FALSE)", order, customer);
    }

    void pay(long order) throws SQLException {
        update("UPDATE t_order SET paid = TRUE WHERE id = ?", order);
    }

    /** One order of the customer. */
    Answer find(long customer, long order) throws SQLException {
        return query(FIND, order, customer);
    }

    /** All orders of the customer. */
    Answer list(long customer) throws SQLException {
        return query(LIST, customer);
    }

    private void update(String sql, long... parameters) throws SQLException {
        try (Connection connection = dataSource.connect();
                PreparedStatement statement = prepare(connection, sql, parameters)) {
            statement.executeUpdate();
        }
    }

    private Answer query(String sql, long... parameters) throws SQLException {
        try (Connection connection = dataSource.connect();
                PreparedStatement statement = prepare(connection, sql, parameters);
                ResultSet rows = statement.executeQuery()) {
            String server = "";
            Map<Long, Boolean> paid = new HashMap<>();
            while (rows.next()) {
                server = rows.getString(1);
                long order = rows.getLong(2);
                if (!rows.wasNull()) {
                    paid.put(order, rows.getBoolean(3));
                }
            }
            return new Answer(server, paid);
        }
    }

    private static PreparedStatement prepare(Connection connection, String sql, long... parameters)
            throws SQLException {
        PreparedStatement result = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            result.setLong(i + 1, parameters[i]);
        }
        return result;
    }

    /**
     * What a read returned.
     *
     * @param server the {@code server_uuid} of the server that answered
     * @param paid the orders found, and whether each is paid
     */
    record Answer(String server, Map<Long, Boolean> paid) {

        Answer {
            paid = Map.copyOf(paid);
        }
    }
}
