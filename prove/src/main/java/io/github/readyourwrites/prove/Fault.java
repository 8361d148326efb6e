package io.github.readyourwrites.prove;

import io.github.readyourwrites.testcluster.MySqlCluster;
import io.github.readyourwrites.testcluster.MySqlServer;
import java.util.List;

/** What replicas suffer. */
enum Fault {
    APPLIER,
    APPLIERS,
    LINK,
    LINKS,
    DELAY,
    LOCK,
    FREEZE,
    CRASH,
    BEHIND,
    WIPE;

    private boolean isOfAll() {
        return this == APPLIERS || this == LINKS;
    }

    /** Begins at one replica, or at all. */
    void begin(MySqlCluster cluster, int index) {
        for (MySqlServer each : victims(cluster, index)) {
            switch (this) {
                case APPLIER, APPLIERS -> each.stopApplier();
                case LINK, LINKS -> each.stopLink();
                case DELAY -> each.delay(1);
                case LOCK -> each.lockTables();
                case FREEZE -> each.freeze();
                case CRASH -> each.crash();
                case BEHIND -> each.saveState();
                case WIPE -> cluster.wipe(each);
            }
        }
    }

    void end(MySqlCluster cluster, int index) {
        for (MySqlServer each : victims(cluster, index)) {
            switch (this) {
                case APPLIER, APPLIERS -> each.startApplier();
                case LINK, LINKS -> each.startLink();
                case DELAY -> each.delay(0);
                case LOCK -> each.unlockTables();
                case FREEZE -> each.thaw();
                case CRASH -> each.restart();
                case BEHIND -> {
                    each.restartBehind();
                    each.startLink();
                    each.startApplier();
                }
                case WIPE -> cluster.rejoin(each);
            }
        }
    }

    private List<MySqlServer> victims(MySqlCluster cluster, int index) {
        return isOfAll() ? cluster.replicas() : List.of(cluster.replica(index));
    }
}
