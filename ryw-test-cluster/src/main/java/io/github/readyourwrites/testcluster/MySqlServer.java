package io.github.readyourwrites.testcluster;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * One server of a {@link MySqlCluster}: where it is, what it says, and the faults that can be ordered from it.
 *
 * <p>Safe for use by several threads. Every method that talks to the server opens a connection of its own, blocks, and
 * throws {@link MySqlClusterException} when the server is down, refuses, or does not answer within 30 seconds. Faults
 * may be combined; {@link MySqlCluster#heal()} undoes all of them.
 */
public final class MySqlServer {

    private static final int ADMIN_TIMEOUT_MILLISECONDS = 30_000;

    private final String name;
    private final ServerHost host;
    private final Faults faults;

    MySqlServer(String name, ServerHost host, ReplicationStatements statements, IntSupplier freeServerIds) {
        this.name = name;
        this.host = host;
        faults = new Faults(this, host, statements, freeServerIds);
    }

    /** What messages call this server: {@code primary}, {@code replica 0}, and so on. */
    public String name() {
        return name;
    }

    public String host() {
        return host.host();
    }

    public int port() {
        return host.port();
    }

    /**
     * A Connector/J URL without account.
     *
     * @param database the database to use, or an empty string
     * @param params parameters to append, each {@code key=value}, already encoded
     */
    public String jdbcUrl(String database, String... params) {
        return Accounts.url(host(), port(), database, params);
    }

    /** Connects as root, to no database, without any time-out. The caller closes the connection. */
    public Connection connect() throws SQLException {
        return connect(Accounts.ROOT, "");
    }

    /** Connects to the database {@code shop}, or for root to none, without any time-out. */
    public Connection connect(String user, String password) throws SQLException {
        String database = user.equals(Accounts.ROOT) ? "" : Accounts.DATABASE;
        return DriverManager.getConnection(jdbcUrl(database), user, password);
    }

    /** Executes statements as root, one after the other on one connection, with {@code shop} as the database. */
    public void execute(String... statements) {
        try (Connection connection = connectAsAdmin(Accounts.DATABASE, ADMIN_TIMEOUT_MILLISECONDS);
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                try {
                    statement.execute(each);
                } catch (SQLException ex) {
                    throw failure(each, ex);
                }
            }
        } catch (SQLException ex) {
            throw failure("connect", ex);
        }
    }

    /** The first column of the only row that a query of root's gives; no row, several rows and NULL are errors. */
    public String queryString(String sql) {
        List<String> result = queryStrings(sql);
        if (result.size() != 1) {
            throw new MySqlClusterException(result.size() + " rows instead of one from " + this + ": " + sql);
        }
        return result.get(0);
    }

    /** The first column of every row that a query of root's gives; NULL is an error. */
    public List<String> queryStrings(String sql) {
        try (Connection connection = connectAsAdmin(Accounts.DATABASE, ADMIN_TIMEOUT_MILLISECONDS);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> result = new ArrayList<>();
            while (rows.next()) {
                String value = rows.getString(1);
                if (value == null) {
                    throw new MySqlClusterException("NULL from " + this + ": " + sql);
                }
                result.add(value);
            }
            return result;
        } catch (SQLException ex) {
            throw failure(sql, ex);
        }
    }

    public String serverUuid() {
        return queryString("SELECT @@GLOBAL.server_uuid");
    }

    /** {@code @@GLOBAL.gtid_executed} without line breaks. */
    public String gtidExecuted() {
        return queryString("SELECT @@GLOBAL.gtid_executed").replace("\n", "");
    }

    /**
     * A counter of {@code SHOW GLOBAL STATUS}. Asking is itself counted, in {@code Questions}, {@code Connections} and
     * {@code Com_show_status} among others.
     *
     * @param counter its exact name, such as {@code Com_select}
     */
    public long statusCounter(String counter) {
        String sql = "SHOW GLOBAL STATUS WHERE Variable_name = '" + counter + "'";
        try (Connection connection = connectAsAdmin("", ADMIN_TIMEOUT_MILLISECONDS);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            if (!row.next()) {
                throw new MySqlClusterException("No status counter " + counter + " on " + this);
            }
            return row.getLong(2);
        } catch (SQLException ex) {
            throw failure(sql, ex);
        }
    }

    /** The number of the process, or of the last one while the server is down. */
    public long pid() {
        return host.pid();
    }

    /** Whether there is a process, be it frozen. */
    public boolean isRunning() {
        return host.isRunning();
    }

    /** Stops applying; events still arrive from the primary. */
    public void stopApplier() {
        faults.stopApplier();
    }

    public void startApplier() {
        faults.startApplier();
    }

    /** Stops receiving from the primary, which the server does not count as lag. */
    public void stopLink() {
        faults.stopLink();
    }

    public void startLink() {
        faults.startLink();
    }

    /** Applies every transaction this many whole seconds after the primary committed it; 0 ends the delay. */
    public void delay(int seconds) {
        faults.delay(seconds);
    }

    /**
     * Receives from the primary by way of this address, with both threads started, until {@link MySqlCluster#heal()}: an
     * address with a delay makes a lag of milliseconds. A server in a container cannot reach it, and without GTIDs this
     * does not work.
     */
    public void receiveThrough(MovableAddress address) {
        faults.receiveThrough(address);
    }

    /** Makes the server hang ({@code kill -STOP}): connections stay open and nothing answers. */
    public void freeze() {
        faults.freeze();
    }

    public void thaw() {
        faults.thaw();
    }

    /** Ends the process without any warning ({@code kill -9}) and returns when it is gone. */
    public void crash() {
        faults.crash();
    }

    /**
     * Starts the server again on the same port with the same data, after {@link #crash()} if it still runs, and blocks
     * until it answers. Both threads of a replica start with it, also where they were stopped; a delay stays.
     */
    public void restart() {
        faults.restart();
    }

    /**
     * Keeps a copy of the data as they are now, to which {@link #restartBehind()} goes back; an earlier copy is replaced.
     * The server hangs for a moment meanwhile, connections stay open. Servers in containers cannot do this.
     */
    public void saveState() {
        faults.saveState();
    }

    /**
     * Ends the process without any warning and starts it with the data of the last {@link #saveState()}, as a machine
     * does that lost what it had not written to its disk: it comes back with less than it had, at the same address, with
     * the same {@code server_uuid}. Both threads of a replica stay stopped, so that it stays behind until they are
     * started or {@link MySqlCluster#heal()} is called.
     */
    public void restartBehind() {
        faults.restartBehind();
    }

    /** Makes the applier get stuck while it looks alive: {@code FLUSH TABLES WITH READ LOCK} on a connection kept open. */
    public void lockTables() {
        faults.lockTables();
    }

    public void unlockTables() {
        faults.unlockTables();
    }

    /** Makes a replica forget every GTID ({@code RESET MASTER}); {@link MySqlCluster#heal()} gives them back. */
    public void resetGtidHistory() {
        faults.resetGtidHistory();
    }

    @Override
    public String toString() {
        return name + " (" + host() + ":" + port() + ")";
    }

    ServerHost body() {
        return host;
    }

    Faults faults() {
        return faults;
    }

    Connection connectAsAdmin(String database, int timeoutMilliseconds) throws SQLException {
        return Accounts.connectAsAdmin(jdbcUrl(database), timeoutMilliseconds);
    }

    private MySqlClusterException failure(String action, SQLException cause) {
        return new MySqlClusterException(this + " failed: " + action + ": " + cause.getMessage(), cause);
    }
}
