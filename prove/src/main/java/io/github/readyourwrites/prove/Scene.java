package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MovableAddress;
import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The servers, and the address that leads to whichever is the primary; no connection outlives its move. Read addresses
 * never move.
 */
final class Scene implements AutoCloseable {

    private final MySqlCluster cluster;

    private final MovableAddress primary;

    private final @Nullable RedisServer redis;

    private Scene(MySqlCluster cluster, MovableAddress primary, @Nullable RedisServer redis) {
        this.cluster = cluster;
        this.primary = primary;
        this.redis = redis;
    }

    /** Starts what is needed beside the cluster, which stays its owner's. */
    static Scene over(MySqlCluster cluster, boolean withRedis, Path folder) throws IOException, InterruptedException {
        RedisServer redis = withRedis ? RedisServer.start(folder) : null;
        return new Scene(cluster, new MovableAddress(cluster.primary()), redis);
    }

    MySqlCluster cluster() {
        return cluster;
    }

    MovableAddress primary() {
        return primary;
    }

    /** Null where members share nothing. */
    @Nullable
    RedisServer redis() {
        return redis;
    }

    /** Undoes what Redis suffers. */
    void healRedis() throws IOException, InterruptedException {
        if (redis != null) {
            redis.kill();
            redis.restart();
        }
    }

    /** Undoes what MySQL servers suffer. */
    void heal() {
        cluster.heal();
        primary.moveAllTo(cluster.primary());
    }

    /**
     * Lets servers forget binary logs that everybody has: else a replica that is rebuilt late in a long run would apply all
     * that was ever written.
     */
    void purgeLogs() {
        cluster.awaitCaughtUp();
        String[] purge = {"FLUSH BINARY LOGS", "DO SLEEP(1)", "PURGE BINARY LOGS BEFORE NOW()"};
        cluster.primary().execute(purge);
        for (MySqlServer each : cluster.replicas()) {
            each.execute(purge);
        }
    }

    @Override
    public void close() throws IOException {
        primary.close();
        if (redis != null) {
            redis.close();
        }
    }
}
