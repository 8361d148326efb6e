package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes one primary's heartbeat table when nobody else has just done so, or watches who does; says in the log, once each,
 * what is missing. Used by the heartbeat's thread alone, except {@link #describe()}.
 */
final class HeartbeatWriter {

    private static final Logger LOGGER = LoggerFactory.getLogger(HeartbeatWriter.class);

    /** A table that was missing, or could not be written, is looked for again. */
    private static final long AGAIN_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final String CONSEQUENCE =
            "lag is measured from positions alone: a link that is down is noticed when something is written";

    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(5);

    private static final int PATIENCE_BEATS = 5;

    private final ServerAddress primary;

    private final HeartbeatTable table;

    private final HeartbeatSettings settings;

    private final LongSupplier clock;

    private final long patienceNanos;

    private boolean hasTable;

    private boolean mayWrite;

    private boolean saidMissing;

    private boolean saidReadOnly;

    private long lookedNanos;

    private @Nullable String stamp;

    private long stampSinceNanos;

    private volatile boolean dead;

    private volatile String described = "none";

    HeartbeatWriter(ServerAddress primary, HeartbeatTable table, HeartbeatSettings settings, LongSupplier clock) {
        this.primary = primary;
        this.table = table;
        this.settings = settings;
        this.clock = clock;
        patienceNanos = Math.max(
                LEAST_PATIENCE.toNanos(), PATIENCE_BEATS * settings.interval().toNanos());
    }

    boolean hasTable() {
        return hasTable;
    }

    /** What is known, in words, for snapshots. */
    String describe() {
        return dead ? described + ", whose writer is dead" : described;
    }

    /** A new connection: the table is looked for, and made if it is to be. */
    void connected(HeartbeatLink link) throws SQLException {
        lookForTable(link);
        stampSinceNanos = lookedNanos;
    }

    private void lookForTable(HeartbeatLink link) throws SQLException {
        lookedNanos = clock.getAsLong();
        if (settings.mode() == HeartbeatMode.OFF) {
            return;
        }
        hasTable = link.hasTable();
        if (!hasTable && settings.mode() == HeartbeatMode.CREATE && table.own()) {
            create(link);
        }
        mayWrite = hasTable && table.own();
        described = hasTable ? table.name() : "none";
        if (!hasTable && !saidMissing) {
            saidMissing = true;
            sayMissing();
        }
    }

    private void create(HeartbeatLink link) throws SQLException {
        try {
            link.createTable();
            hasTable = true;
        } catch (SQLException ex) {
            if (JdbcLinks.isLost(ex)) {
                throw ex;
            }
            // Another instance may have been faster.
            hasTable = link.hasTable();
            if (!hasTable && !saidMissing) {
                saidMissing = true;
                LOGGER.error(
                        "heartbeat is CREATE, and the table cannot be made on {}: {}. Let the account have it (GRANT CREATE,"
                                + " SELECT, INSERT, UPDATE ON {} TO …), or make it: {}. Until then {}",
                        primary,
                        ex.getMessage(),
                        table.name(),
                        table.ddl(),
                        CONSEQUENCE);
            }
        }
    }

    private void sayMissing() {
        if (table.name().isEmpty()) {
            LOGGER.info("{}, since the JDBC URL of the write data source on {} names no schema", CONSEQUENCE, primary);
        } else if (table.own()) {
            LOGGER.info(
                    "there is no heartbeat table on {}, or the account may not read it, so {}. This would help: {}; (and"
                            + " GRANT SELECT, INSERT, UPDATE on it), or heartbeat: CREATE. To leave it so: heartbeat: OFF",
                    primary,
                    CONSEQUENCE,
                    table.ddl());
        } else {
            LOGGER.warn(
                    "the heartbeat table {} is not there on {}, or the account may not read it, so {}",
                    table.name(),
                    primary,
                    CONSEQUENCE);
        }
    }

    /**
     * Writes if it is time.
     *
     * @param pulse what was just read
     * @return whether this instance wrote
     */
    boolean write(HeartbeatLink link, HeartbeatLink.Pulse pulse) throws SQLException {
        long now = clock.getAsLong();
        watch(pulse, now);
        if (now - lookedNanos > AGAIN_NANOS && settings.mode() != HeartbeatMode.OFF && !(hasTable && mayWrite)) {
            lookForTable(link);
        }
        if (!mayWrite || pulse.readOnly() || isYoung(pulse)) {
            return false;
        }
        try {
            return link.write(due());
        } catch (SQLException ex) {
            if (JdbcLinks.isLost(ex)) {
                throw ex;
            }
            mayWrite = false;
            lookedNanos = now;
            if (!saidReadOnly) {
                saidReadOnly = true;
                LOGGER.warn(
                        "the heartbeat table {} on {} cannot be written, so this is left to others: {}. Remedy: GRANT SELECT,"
                                + " INSERT, UPDATE on it",
                        table.name(),
                        primary,
                        ex.getMessage());
            }
            return false;
        }
    }

    /** A little less than the interval, or an instance that is a little early would put every second beat off. */
    private Duration due() {
        return settings.interval().multipliedBy(3).dividedBy(4);
    }

    private boolean isYoung(HeartbeatLink.Pulse pulse) {
        Long age = pulse.ageMicros();
        long due = TimeUnit.NANOSECONDS.toMicros(due().toNanos());
        return age != null && age < due && age > -due;
    }

    private void watch(HeartbeatLink.Pulse pulse, long now) {
        String latest = pulse.stamp();
        if (!hasTable || (latest != null && !latest.equals(stamp))) {
            stamp = latest;
            stampSinceNanos = now;
            if (dead) {
                dead = false;
                LOGGER.info("the heartbeat table {} on {} is written again", table.name(), primary);
            }
        } else if (!dead && now - stampSinceNanos > patienceNanos) {
            dead = true;
            LOGGER.warn(
                    "nobody writes the heartbeat table {} on {} any more: its writer is dead. That is not lag, {}",
                    table.name(),
                    primary,
                    CONSEQUENCE);
        }
    }
}
