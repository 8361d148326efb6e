package io.github.readyourwrites.replica;

import io.github.readyourwrites.gtid.GtidFormatException;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;

/**
 * What a server says of itself on a connection made for the question.
 *
 * @param serverUuid {@code @@GLOBAL.server_uuid}
 * @param gtidMode {@code @@GLOBAL.gtid_mode}
 * @param executed {@code @@GLOBAL.gtid_executed}
 */
public record ServerIdentity(UUID serverUuid, String gtidMode, GtidSet executed) {

    private static final String ASK =
            "/* ryw-monitor */ SELECT @@GLOBAL.server_uuid, @@GLOBAL.gtid_mode, @@GLOBAL.gtid_executed";

    /** Connects, asks and disconnects. Blocks, for each of them {@code patience} at most. */
    public static ServerIdentity of(ServerEndpoint endpoint, Duration patience) throws SQLException {
        try (Connection connection = endpoint.connect(patience, patience)) {
            return of(connection);
        }
    }

    static ServerIdentity of(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet resultSet = statement.executeQuery(ASK)) {
            resultSet.next();
            return new ServerIdentity(
                    UUID.fromString(resultSet.getString(1)),
                    resultSet.getString(2),
                    GtidSet.parse(resultSet.getString(3)));
        } catch (GtidFormatException ex) {
            throw new SQLException("the server's gtid_executed cannot be read: " + ex.getMessage(), ex);
        }
    }
}
