package io.github.readyourwrites.replica;

import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/** How the plugin's own connections end: without a word, since they are gone either way. */
final class JdbcLinks {

    /** Of the server, of all accounts' user, of this account: ER_CON_COUNT_ERROR and its like. */
    private static final Set<Integer> TOO_MANY_CONNECTIONS = Set.of(1040, 1203, 1226);

    private JdbcLinks() {}

    /** Whether the connection is gone, as opposed to an error that the server answered. */
    static boolean isLost(SQLException ex) {
        String state = ex.getSQLState();
        return state == null || state.startsWith("08");
    }

    /** Whether a server refused a connection for want of room, as opposed to not being there. */
    static boolean hasNoRoom(SQLException ex) {
        return TOO_MANY_CONNECTIONS.contains(ex.getErrorCode());
    }

    /** Whether a connection was refused for want of room, or nobody answered: neither tells who is at the address. */
    static boolean isFull(SQLException ex) {
        String state = ex.getSQLState();
        return hasNoRoom(ex) || (state != null && state.startsWith("08"));
    }

    /** Whether the server did not answer in time, as opposed to not being there. */
    static boolean isTimeout(Throwable ex) {
        for (Throwable each = ex; each != null; each = each.getCause()) {
            if (each instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }

    /** Closes the socket at once; a call that another thread is blocked in fails. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException ignored) {
            // Nothing was left to abort.
        }
    }

    static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException ignored) {
            // The server will notice the closed socket.
        }
    }
}
