package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.io.IOException;
import java.util.List;
import java.util.Objects;

/** What servers suffer. */
enum Fault {
    /** A replica receives and does not apply. */
    APPLIER,

    /** The same at all replicas. */
    APPLIERS,

    /** A replica receives nothing. */
    LINK,

    /** The same at all replicas. */
    LINKS,

    /** A replica applies everything two seconds late. */
    DELAY,

    /** A replica's tables are locked, so that its applier is stuck. */
    LOCK,

    /** A replica hangs. */
    FREEZE,

    /** A replica is killed, and started again. */
    CRASH,

    /** A replica comes back with the data that it had a while ago. */
    BEHIND,

    /** A replica loses all its data, and is rebuilt. */
    WIPE,

    /** The primary is killed, and started again. */
    PRIMARY_CRASH,

    /** A replica takes the primary's place, in good order, and gives it back. */
    SWITCHOVER,

    /** The primary is killed; a replica that lacks its last writes takes its place, and gives it back later. */
    FAILOVER,

    /** Redis is killed, and started again, empty. */
    REDIS_CRASH,

    /** Redis hangs. */
    REDIS_FREEZE,

    /** Redis loses all its data. */
    REDIS_FLUSH;

    private static final int DELAY_SECONDS = 2;

    boolean isOfRedis() {
        return this == REDIS_CRASH || this == REDIS_FREEZE || this == REDIS_FLUSH;
    }

    /** Whether another replica may suffer something at the same time. */
    boolean isMild() {
        return this == APPLIER || this == LINK || this == DELAY || this == LOCK || this == FREEZE;
    }

    private boolean isOfAll() {
        return this == APPLIERS || this == LINKS;
    }

    /** Begins at one replica, or where the fault belongs. */
    void begin(Scene scene, int index) throws IOException, InterruptedException {
        MySqlCluster cluster = scene.cluster();
        switch (this) {
            case PRIMARY_CRASH -> cluster.primary().crash();
            case SWITCHOVER -> Failover.switchOver(scene, index);
            case FAILOVER -> Failover.failOver(scene);
            case REDIS_CRASH -> redis(scene).kill();
            case REDIS_FREEZE -> redis(scene).freeze();
            case REDIS_FLUSH -> redis(scene).flush();
            default -> {
                for (MySqlServer each : victims(cluster, index)) {
                    begin(cluster, each);
                }
            }
        }
    }

    private void begin(MySqlCluster cluster, MySqlServer replica) {
        switch (this) {
            case APPLIER, APPLIERS -> replica.stopApplier();
            case LINK, LINKS -> replica.stopLink();
            case DELAY -> replica.delay(DELAY_SECONDS);
            case LOCK -> replica.lockTables();
            case FREEZE -> replica.freeze();
            case CRASH -> replica.crash();
            case BEHIND -> replica.saveState();
            case WIPE -> cluster.wipe(replica);
            default -> throw new IllegalStateException(name());
        }
    }

    /**
     * Ends it.
     *
     * @param first the server that is the primary between faults
     */
    void end(Scene scene, int index, MySqlServer first) throws IOException, InterruptedException {
        MySqlCluster cluster = scene.cluster();
        switch (this) {
            case PRIMARY_CRASH -> first.restart();
            case SWITCHOVER, FAILOVER -> Failover.failBack(scene, first);
            case REDIS_CRASH -> redis(scene).restart();
            case REDIS_FREEZE -> redis(scene).thaw();
            case REDIS_FLUSH -> {}
            default -> {
                for (MySqlServer each : victims(cluster, index)) {
                    end(cluster, each);
                }
            }
        }
    }

    private void end(MySqlCluster cluster, MySqlServer replica) {
        switch (this) {
            case APPLIER, APPLIERS -> replica.startApplier();
            case LINK, LINKS -> replica.startLink();
            case DELAY -> replica.delay(0);
            case LOCK -> replica.unlockTables();
            case FREEZE -> replica.thaw();
            case CRASH -> replica.restart();
            case BEHIND -> {
                replica.restartBehind();
                replica.startLink();
                replica.startApplier();
            }
            case WIPE -> cluster.rejoin(replica);
            default -> throw new IllegalStateException(name());
        }
    }

    private static RedisServer redis(Scene scene) {
        return Objects.requireNonNull(scene.redis(), "there is no Redis");
    }

    private List<MySqlServer> victims(MySqlCluster cluster, int index) {
        return isOfAll() ? cluster.replicas() : List.of(cluster.replica(index));
    }
}
