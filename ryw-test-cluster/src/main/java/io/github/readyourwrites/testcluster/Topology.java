package io.github.readyourwrites.testcluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which server is the primary and which follow it, and how that changes.
 *
 * <p>Safe for use by several threads; one change at a time, which blocks for as long as the servers take.
 */
final class Topology {

    private static final Logger LOG = LoggerFactory.getLogger(Topology.class);

    private final ReplicationStatements statements;
    private final boolean byGtid;
    private final List<MySqlServer> servers;
    private final List<MySqlServer> able;
    private final List<MySqlServer> followers = new CopyOnWriteArrayList<>();
    private volatile MySqlServer primary;
    /** Whether another server has become the primary since everything was healed: only then may others have more. */
    private boolean promoted;

    /**
     * @param servers all servers, the primary first
     */
    Topology(ReplicationStatements statements, List<MySqlServer> servers) {
        this.statements = statements;
        this.servers = List.copyOf(servers);
        primary = servers.get(0);
        byGtid = primary.body().usesGtids();
        // Servers of which only one uses GTIDs cannot follow each other.
        able = servers.stream()
                .filter(each -> each.body().usesGtids() == byGtid)
                .toList();
    }

    MySqlServer primary() {
        return primary;
    }

    /** All servers but the primary; the first primary takes the place of the replica that was promoted. */
    List<MySqlServer> replicas() {
        MySqlServer current = primary;
        return servers.stream()
                .skip(1)
                .map(each -> each.equals(current) ? servers.get(0) : each)
                .toList();
    }

    /** Those that have been told to follow the primary, whatever has become of them. */
    List<MySqlServer> followers() {
        return List.copyOf(followers);
    }

    CatchUp catchUp(Duration timeout) {
        return new CatchUp(primary, statements, byGtid, timeout);
    }

    /** Makes all servers that can follow do so for the first time. */
    synchronized void begin() {
        able.stream().skip(1).forEach(this::follow);
    }

    synchronized void promote(MySqlServer candidate) {
        if (!byGtid) {
            throw new MySqlClusterException("Only servers with GTIDs can follow another primary");
        }
        if (candidate.equals(primary)) {
            return;
        }
        if (!followers.contains(candidate) || !answers(candidate)) {
            throw new MySqlClusterException(
                    candidate + " cannot be promoted: it is down, frozen or follows no primary");
        }
        ReplicationStatus before = status(candidate);
        if (!before.isLinkStarted() && before.delay() != 0) {
            throw new MySqlClusterException(candidate
                    + " cannot be promoted with its link stopped and a delay: MySQL would lose what it holds back");
        }
        promoted = true;
        MySqlServer old = primary;
        boolean oldAnswers = answers(old);
        if (oldAnswers) {
            old.execute("SET GLOBAL super_read_only = ON");
            if (before.isLinkStarted()) {
                catchUp(MySqlCluster.CATCH_UP).awaitReceived(candidate);
            }
        }
        lead(candidate);
        old.body().configure("read_only", "ON");
        primary = candidate;
        followers.remove(candidate);
        followers.stream().filter(Topology::answers).forEach(this::turn);
        if (oldAnswers && !hasMoreThanPrimary(old)) {
            old.execute("SET GLOBAL super_read_only = OFF");
            follow(old);
        }
        // MySQL cannot recover a replica that is killed before it has once reached its new primary.
        followers.stream()
                .filter(each -> answers(each) && status(each).isLinkStarted())
                .forEach(each -> CatchUp.awaitConnected(each, statements, MySqlCluster.CATCH_UP));
    }

    synchronized void wipe(MySqlServer replica) {
        refusePrimary(replica);
        followers.remove(replica);
        replica.faults().wipe();
    }

    /** Makes a server follow the primary, whatever it is now; it loses what the primary does not have. */
    synchronized void rejoin(MySqlServer replica) {
        refusePrimary(replica);
        replica.body().configure("read_only", "ON");
        replica.faults().revive();
        if (byGtid && hasMoreThanPrimary(replica)) {
            replica.faults().wipe();
        }
        if (byGtid && lacksWhatPrimaryPurged(replica)) {
            replica.body().seedFrom(primary.body());
            replica.body().restart();
        }
        replica.execute("SET GLOBAL super_read_only = OFF", "SET GLOBAL read_only = ON");
        follow(replica);
        catchUp(MySqlCluster.CATCH_UP).awaitFollowing(replica);
    }

    synchronized void heal() {
        servers.forEach(each -> each.faults().revive());
        primary.faults().resumeReplication();
        // It may have given GTIDs away a second time: what the others have is worth nothing.
        if (primary.faults().takeRestartedBehind()) {
            able.stream().filter(each -> !each.equals(primary)).forEach(this::wipe);
        }
        for (MySqlServer each : able) {
            each.faults().takeRestartedBehind();
            if (each.equals(primary)) {
                continue;
            }
            if (!follows(each) || (promoted && hasMoreThanPrimary(each)) || !resumes(each)) {
                rejoin(each);
            }
        }
        awaitFollowing();
        if (!primary.equals(servers.get(0))) {
            promote(servers.get(0));
            awaitFollowing();
        }
        promoted = false;
    }

    void awaitFollowing() {
        CatchUp catchUp = catchUp(MySqlCluster.CATCH_UP);
        followers.forEach(catchUp::awaitFollowing);
    }

    private void lead(MySqlServer candidate) {
        // While both threads stand still, a change of the delay would throw away what has been received.
        if (status(candidate).delay() != 0) {
            candidate.execute(statements.stopApplier(), statements.delay(0));
        }
        candidate.execute(statements.stopLink(), statements.startApplier());
        CatchUp.awaitApplied(candidate, statements, MySqlCluster.CATCH_UP);
        candidate.execute(
                statements.stopApplier(),
                statements.unfollow(),
                "SET GLOBAL super_read_only = OFF",
                "SET GLOBAL read_only = OFF");
        candidate.body().configure("read_only", "OFF");
    }

    /** Points a server that follows another primary to this one; threads that were stopped stay so. */
    private void turn(MySqlServer replica) {
        ReplicationStatus before = status(replica);
        replica.execute(statements.stopLink(), statements.stopApplier(), change());
        if (before.isLinkStarted()) {
            replica.execute(statements.startLink());
        }
        if (before.isApplierRunning()) {
            replica.execute(statements.startApplier());
        }
    }

    private void follow(MySqlServer replica) {
        if (replica.faults().status() != null) {
            replica.execute(statements.stopLink(), statements.stopApplier(), statements.unfollow());
        }
        replica.execute(change(), statements.startLink(), statements.startApplier());
        if (!followers.contains(replica)) {
            followers.add(replica);
        }
    }

    private String change() {
        String host = primary.body().innerHost();
        int port = primary.body().innerPort();
        return byGtid
                ? statements.follow(host, port)
                : statements.followFromStart(
                        host, port, primary.queryStrings("SHOW BINARY LOGS").get(0));
    }

    private boolean follows(MySqlServer replica) {
        ReplicationStatus status = replica.faults().status();
        return followers.contains(replica)
                && status != null
                && status.sourceHost().equals(primary.body().innerHost())
                && status.sourcePort() == primary.body().innerPort();
    }

    /** False for a replica that was killed at a moment from which its replication cannot recover. */
    private static boolean resumes(MySqlServer replica) {
        try {
            replica.faults().resumeReplication();
            return true;
        } catch (MySqlClusterException ex) {
            LOG.warn("Replication of {} does not start: {}", replica, ex.getMessage());
            return false;
        }
    }

    private ReplicationStatus status(MySqlServer replica) {
        ReplicationStatus result = replica.faults().status();
        if (result == null) {
            throw new MySqlClusterException(replica + " follows no primary");
        }
        return result;
    }

    private boolean hasMoreThanPrimary(MySqlServer server) {
        return !primary.queryString("SELECT GTID_SUBTRACT('" + server.gtidExecuted() + "', @@GLOBAL.gtid_executed)")
                .isEmpty();
    }

    private boolean lacksWhatPrimaryPurged(MySqlServer server) {
        String purged = primary.queryString("SELECT @@GLOBAL.gtid_purged").replace("\n", "");
        return !server.queryString("SELECT GTID_SUBTRACT('" + purged + "', @@GLOBAL.gtid_executed)")
                .isEmpty();
    }

    private void refusePrimary(MySqlServer server) {
        if (server.equals(primary)) {
            throw new IllegalArgumentException(server + " is the primary");
        }
    }

    private static boolean answers(MySqlServer server) {
        return server.isRunning() && !server.faults().isFrozen();
    }
}
