package io.github.readyourwrites.replica;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/**
 * A thorough look at one server, made once at start over two connections of its own. What the account may not see, or
 * the server's version does not know, is left out; only a server that does not tell its identity fails the look.
 *
 * @param identity who it is and what it has executed
 * @param secondUuid {@code server_uuid} as the second connection saw it: another one means several servers
 * @param version the server's version
 * @param driver Connector/J's name and version
 * @param account the account that the server matched, as {@code user@host}
 * @param seesAllConnections whether the account has the privilege PROCESS by itself, not by a role
 * @param variables global variables by name, see {@link #variable}
 * @param replication whom it follows, and what it filters
 */
public record ServerInspection(
        ServerIdentity identity,
        UUID secondUuid,
        String version,
        String driver,
        String account,
        boolean seesAllConnections,
        Map<String, String> variables,
        ReplicationState replication) {

    /** Copies the variables. */
    public ServerInspection {
        variables = Map.copyOf(variables);
    }

    /**
     * Connects twice, asks and disconnects. Blocks, for each connection and each answer {@code patience} at most.
     *
     * @throws SQLException if the server cannot be reached, or does not tell its identity
     */
    public static ServerInspection of(ServerEndpoint endpoint, Duration patience) throws SQLException {
        return JdbcInspection.look(endpoint, patience);
    }

    /**
     * A global variable under the first of the names that the server knows (many were renamed in 8.0.26).
     *
     * @return its value; empty if the server knows none of the names
     */
    public String variable(String... names) {
        for (String each : names) {
            String value = variables.get(each);
            if (value != null) {
                return value;
            }
        }
        return "";
    }

    /** Whether a switch is on. */
    public boolean isOn(String... names) {
        String value = variable(names);
        return value.equals("ON") || value.equals("1");
    }

    /** Whether a switch is known to the server, and off. */
    public boolean isOff(String... names) {
        String value = variable(names);
        return value.equals("OFF") || value.equals("0");
    }
}
