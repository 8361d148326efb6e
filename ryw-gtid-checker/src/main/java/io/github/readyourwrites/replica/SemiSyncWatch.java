package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Notices what becomes of one primary's semi-synchronous replication. Written by one thread, read by any. */
final class SemiSyncWatch {

    private static final Logger LOGGER = LoggerFactory.getLogger(SemiSyncWatch.class);

    private final ServerAddress primary;

    private final ReplicaEvents events;

    private volatile SemiSync state = SemiSync.UNKNOWN;

    private boolean warnedOfAfterCommit;

    SemiSyncWatch(ServerAddress primary, ReplicaEvents events) {
        this.primary = primary;
        this.events = events;
    }

    SemiSync state() {
        return state;
    }

    /** Nobody can tell at present. Not an event: what is known next is compared with {@link SemiSync#UNKNOWN}. */
    void unknown() {
        state = SemiSync.UNKNOWN;
    }

    void is(SemiSync latest) {
        SemiSync before = state;
        if (before == latest) {
            return;
        }
        state = latest;
        if (latest == SemiSync.DEGRADED) {
            LOGGER.warn(
                    "semi-synchronous replication of {} is switched on and not in effect: no replica acknowledges in time,"
                            + " so what is committed now may be lost with the primary",
                    primary);
        } else if (latest == SemiSync.ON_AFTER_COMMIT && !warnedOfAfterCommit) {
            warnedOfAfterCommit = true;
            LOGGER.warn(
                    "semi-synchronous replication of {} waits AFTER_COMMIT: others see a commit before any replica has it,"
                            + " and after a failover it may be gone. Remedy: SET GLOBAL rpl_semi_sync_master_wait_point ="
                            + " 'AFTER_SYNC' (rpl_semi_sync_source_wait_point since 8.0.26)",
                    primary);
        } else if (before != SemiSync.UNKNOWN) {
            LOGGER.info("semi-synchronous replication of {} is {}, was {}", primary, latest, before);
        }
        if (before != SemiSync.UNKNOWN || latest == SemiSync.DEGRADED || latest == SemiSync.ON_AFTER_COMMIT) {
            events.publish(each -> each.semiSyncChanged(primary, before, latest));
        }
    }
}
