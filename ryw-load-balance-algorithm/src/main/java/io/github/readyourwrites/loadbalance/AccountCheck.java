package io.github.readyourwrites.loadbalance;

import io.github.readyourwrites.replica.ServerInspection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What the monitors' account may not see, and which data sources lead to one server. */
final class AccountCheck {

    private AccountCheck() {}

    static void check(List<InspectedServer> servers, GroupFindings findings) {
        for (int i = 0; i < servers.size(); i++) {
            if (servers.get(i).isReachable()) {
                checkPrivileges(servers.get(i), i == 0, findings);
            }
        }
        checkTwins(servers.subList(1, servers.size()), findings);
    }

    private static void checkPrivileges(InspectedServer server, boolean primary, GroupFindings findings) {
        ServerInspection told = server.told();
        String account = quoted(told.account());
        if (told.replication().hidden().isPresent()) {
            findings.note(
                    server.place(),
                    "replication, its filters and its state are not visible to " + account + " ("
                            + told.replication().hidden().get() + "), so they were not checked",
                    "GRANT REPLICATION CLIENT ON *.* TO " + account);
        }
        String username = server.dataSource().username();
        if (primary
                && !told.seesAllConnections()
                && !username.isEmpty()
                && !username.equals(server.endpoint().username())) {
            findings.note(
                    server.place(),
                    account + " does not see the connections of `" + username
                            + "`: after a commit whose connection broke, reads fence for unknown-commit-milliseconds",
                    "GRANT PROCESS ON *.* TO " + account);
        }
    }

    /** An account as statements spell it. */
    private static String quoted(String account) {
        int at = account.lastIndexOf('@');
        return at < 0 ? "the account" : "'" + account.substring(0, at) + "'@'" + account.substring(at + 1) + "'";
    }

    private static void checkTwins(List<InspectedServer> replicas, GroupFindings findings) {
        Map<UUID, InspectedServer> known = new HashMap<>();
        for (InspectedServer each : replicas) {
            if (!each.isReachable()) {
                continue;
            }
            InspectedServer twin = known.putIfAbsent(each.told().identity().serverUuid(), each);
            if (twin != null) {
                findings.warn(
                        each.place(),
                        "it is the same server as " + twin.place()
                                + ", so it gets two shares of the reads and counts as two replicas",
                        "correct one of the JDBC URLs, or take one of them out of readDataSourceNames");
            }
        }
    }
}
