package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.replica.ServerInspection;
import java.sql.SQLException;

/** What every server of a group must be, be it primary or replica. */
final class ServerCheck {

    private static final int ACCESS_DENIED = 1045;

    private ServerCheck() {}

    /** Transactions must be numbered, and the address must lead to one server. */
    static void check(InspectedServer server, GroupFindings findings) {
        ServerInspection told = server.told();
        if (!"ON".equals(told.identity().gtidMode())) {
            findings.refuse(
                    server.place(),
                    "gtid_mode is " + told.identity().gtidMode() + ", so a position cannot be told",
                    "set gtid_mode=ON and enforce_gtid_consistency=ON on every server");
        }
        if (!told.secondUuid().equals(told.identity().serverUuid())) {
            findings.refuse(
                    server.place(),
                    "two connections reached two servers (" + told.secondUuid() + ", "
                            + told.identity().serverUuid() + ")",
                    "give each server an address and a data source of its own");
        }
    }

    /** Why a server did not answer, and what to do about it. */
    static String remedy(InspectedServer server) {
        SQLException ex = server.failure();
        if (ex != null && ex.getErrorCode() == ACCESS_DENIED) {
            return "correct monitor-username and monitor-password (or the data source's own, where they are not set), or"
                    + " on the primary CREATE USER '" + server.endpoint().username()
                    + "'@'%' IDENTIFIED BY '…'; GRANT REPLICATION CLIENT ON *.* TO '"
                    + server.endpoint().username() + "'@'%'";
        }
        return "start the server, or correct the JDBC URL of `"
                + server.dataSource().name() + "`";
    }
}
