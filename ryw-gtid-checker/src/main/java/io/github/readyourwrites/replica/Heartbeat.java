package io.github.readyourwrites.replica;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a sample of one primary's position from time to time, and keeps the primary moving: one thread and one connection,
 * none of the application's. Of a fleet of instances about one writes per interval.
 *
 * <p>The lag of replicas is never computed from what stands in the table, only from positions: a writer that is dead, or a
 * clock that is wrong, is not lag.
 */
final class Heartbeat {

    private static final Logger LOGGER = LoggerFactory.getLogger(Heartbeat.class);

    /** Without samples for so long replicas may be far behind, and nobody knows. */
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

    private static final long SEMI_SYNC_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Primary primary;

    private volatile HeartbeatLink.Source links;

    private final HeartbeatTable table;

    private final HeartbeatSettings settings;

    private final HeartbeatWriter writer;

    private final SemiSyncWatch semiSync;

    private final LongSupplier clock;

    private final Thread thread;

    private volatile boolean closed;

    private final RenewedLink<HeartbeatLink> link;

    private final RareWarning unsampled;

    /** Why there is no sample; empty if there is. */
    private volatile String trouble = "";

    private long semiSyncAskedNanos;

    private long sampledNanos;

    Heartbeat(
            Primary primary,
            HeartbeatLink.Source links,
            HeartbeatTable table,
            HeartbeatSettings settings,
            ReplicaEvents events,
            LongSupplier clock) {
        this.primary = primary;
        this.links = links;
        this.table = table;
        this.settings = settings;
        this.clock = clock;
        link = new RenewedLink<>(() -> this.links.open(), clock);
        unsampled = new RareWarning(LOGGER, clock);
        sampledNanos = clock.getAsLong();
        writer = new HeartbeatWriter(primary.address(), table, settings, clock);
        semiSync = new SemiSyncWatch(primary.address(), events);
        semiSyncAskedNanos = clock.getAsLong() - SEMI_SYNC_NANOS;
        thread = new Thread(this::run, "ryw-heartbeat-" + primary.address());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    PrimarySnapshot snapshot() {
        String reason = trouble;
        String described = writer.describe() + (reason.isEmpty() ? "" : ", no samples: " + reason);
        return new PrimarySnapshot(
                primary.address(), Optional.ofNullable(primary.serverUuid()), semiSync.state(), described);
    }

    private void run() {
        while (!closed) {
            try {
                beat(connected());
            } catch (SQLException | RuntimeException | Error ex) {
                lost(ex);
            }
            if (!closed) {
                LockSupport.parkNanos(pauseNanos());
            }
        }
        link.drop();
    }

    private HeartbeatLink connected() throws SQLException {
        boolean renewed = link.isOpen();
        HeartbeatLink result = link.get();
        if (!renewed) {
            writer.connected(result);
        }
        return result;
    }

    HeartbeatTable table() {
        return table;
    }

    /** The connection in use is kept; the next one is made by {@code source}. */
    void connectBy(HeartbeatLink.Source source) {
        links = source;
    }

    private void lost(Throwable ex) {
        link.drop();
        semiSync.unknown();
        if (closed) {
            return;
        }
        String message = String.valueOf(ex.getMessage());
        trouble = message.lines().findFirst().orElse(message);
        if (ex instanceof SQLException sql) {
            LOGGER.debug("no heartbeat from {}", primary.address(), ex);
            boolean gone = JdbcLinks.isLost(sql) && !JdbcLinks.hasNoRoom(sql);
            // One that is merely slow may still be read from.
            if (gone && !JdbcLinks.isTimeout(sql)) {
                primary.suspect("its heartbeat has no connection");
            }
            if (!gone || clock.getAsLong() - sampledNanos >= LONGEST_SILENCE.toNanos()) {
                unsampled.give(
                        "the primary {} cannot be sampled, so the lag of its replicas is not measured, and those that were"
                                + " healthy remain so however far behind they are: {}",
                        primary.address(),
                        trouble);
            }
        } else {
            LOGGER.warn("{} has no heartbeat for now", primary.address(), ex);
        }
    }

    /** Not the same for every instance, lest they all come at once. */
    private long pauseNanos() {
        long interval = settings.interval().toNanos();
        return interval - interval / 20 + ThreadLocalRandom.current().nextLong(interval / 10 + 1);
    }

    /** One sample, and one more if this instance was the one to write. */
    void beat(HeartbeatLink current) throws SQLException {
        HeartbeatLink.Pulse pulse = sample(current);
        if (pulse == null) {
            // Not the primary that is known: a fence judges it, and the address may lead elsewhere by now.
            link.drop();
            return;
        }
        if (writer.write(current, pulse)) {
            sample(current);
        }
        long now = clock.getAsLong();
        if (now - semiSyncAskedNanos >= SEMI_SYNC_NANOS) {
            semiSyncAskedNanos = now;
            semiSync.is(current.semiSync());
        }
    }

    /** Null if the answer is none of the primary that is known. */
    private HeartbeatLink.@Nullable Pulse sample(HeartbeatLink current) throws SQLException {
        long asked = clock.getAsLong();
        HeartbeatLink.Pulse result = current.read(writer.hasTable());
        boolean counts = primary.sampled(result.serverUuid(), result.readOnly(), result.executed(), asked);
        if (!counts) {
            return null;
        }
        sampledNanos = clock.getAsLong();
        trouble = "";
        return result;
    }

    /** Bids the thread end. Does not block. */
    void stop() {
        closed = true;
        link.abort();
        LockSupport.unpark(thread);
        thread.interrupt();
    }

    /** Ends the thread and its connection; waits for them, three seconds at most. */
    void close() {
        stop();
        EndOfThreads.await(thread);
    }
}
