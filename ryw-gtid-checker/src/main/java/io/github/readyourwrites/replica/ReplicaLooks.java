package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at one replica, with two threads and two connections: the probe looks from time to time and never blocks, the watch
 * blocks in the server for what somebody waits for. What they see goes into the replica's life and vitals.
 */
final class ReplicaLooks {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReplicaMonitor.class);

    /** The probe takes one of so many monitor statements for certain, more only of what is left. */
    private static final int PROBE_PART = 2;

    /** What Connector/J sends to make a connection. */
    private static final int CONNECT_STATEMENTS = 3;

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(3);

    private final ReplicaMonitor monitor;

    private final ServerAddress address;

    private final ReplicaLink.Source links;

    private final Duration probeInterval;

    private final LongSupplier clock;

    private final StatementBudget budget;

    private final WaitingReads waiting;

    private final ReplicaLife life;

    private final Vitals vitals;

    private final Announcer announcer;

    private final Thread probe;

    private final Thread watch;

    private volatile boolean closed;

    /** The watch's connection, for {@link #close()} to cut short. */
    private volatile @Nullable ReplicaLink blocked;

    ReplicaLooks(
            ReplicaMonitor monitor,
            MonitorSettings settings,
            ReplicaLink.Source links,
            LongSupplier clock,
            ReplicaLife life,
            Vitals vitals,
            ReplicaEvents events) {
        this.monitor = monitor;
        address = monitor.address();
        this.links = links;
        probeInterval = settings.probeInterval();
        this.clock = clock;
        this.life = life;
        this.vitals = vitals;
        budget = new StatementBudget(settings.statementsPerSecond(), clock.getAsLong());
        waiting = new WaitingReads(monitor::executed, budget, clock);
        announcer = new Announcer(events, settings.heartbeat().canaryAlarm());
        probe = new Thread(this::probe, "ryw-probe-" + address);
        watch = new Thread(this::watch, "ryw-watch-" + address);
        probe.setDaemon(true);
        watch.setDaemon(true);
    }

    void start() {
        probe.start();
        watch.start();
    }

    WaitingReads waiting() {
        return waiting;
    }

    private void probe() {
        long fewEnough = PROBE_PART * budget.nanosPerStatement();
        long quiet = Math.max(probeInterval.toNanos(), fewEnough);
        budget.take(1, clock.getAsLong());
        @Nullable ReplicaLink link = null;
        StatusTimer status = new StatusTimer(clock.getAsLong());
        while (!closed) {
            try {
                if (link == null) {
                    link = open(false);
                }
                if (status.isDue(clock.getAsLong())) {
                    budget.take(1, clock.getAsLong());
                    vitals.replication(link.replication());
                    status.answered();
                }
                look(link, null);
            } catch (SQLException | RuntimeException ex) {
                link = lose(link, ex, JdbcLinks.isTimeout(ex) ? Health.UNKNOWN : Health.DOWN);
            }
            announcer.look(monitor.health(), vitals.lagNanos(), monitor::snapshot);
            try {
                waiting.pause(quiet);
            } catch (InterruptedException ignored) {
                // Only close() interrupts; the loop condition sees it.
            }
        }
        closeQuietly(link);
    }

    private void watch() {
        @Nullable ReplicaLink link = null;
        long lifeOfLink = 0;
        while (!closed) {
            try {
                GtidSet wanted = waiting.take();
                if (wanted == null) {
                    break;
                }
                if (link != null && lifeOfLink != life.number()) {
                    // It may lead to a server that is no longer behind this address.
                    link.close();
                    link = null;
                }
                if (link == null) {
                    lifeOfLink = life.number();
                    link = open(true);
                    blocked = link;
                }
                if (!look(link, wanted)) {
                    waiting.unwatch();
                    LockSupport.parkNanos(probeInterval.toNanos());
                }
            } catch (SQLException | RuntimeException ex) {
                link = lose(link, ex, Health.UNKNOWN);
                waiting.unwatch();
                LockSupport.parkNanos(probeInterval.toNanos());
            } catch (InterruptedException ignored) {
                // Only close() interrupts; the loop condition sees it.
            }
        }
        closeQuietly(link);
    }

    private ReplicaLink open(boolean blocking) throws SQLException {
        budget.take(CONNECT_STATEMENTS, clock.getAsLong());
        return links.open(blocking);
    }

    /**
     * One question and what follows from its answer.
     *
     * @param floor what to wait for in the server, or null to look at once
     * @return false if the server refused to wait
     */
    boolean look(ReplicaLink link, @Nullable GtidSet floor) throws SQLException {
        long number = life.number();
        // What was known before the question must be in the answer; what the other thread learns meanwhile need not.
        Observation before = life.observation();
        long sent = clock.getAsLong();
        ReplicaLink.Position position = floor == null ? link.position() : link.awaitExecuted(floor);
        if (position == null) {
            return false;
        }
        if (before != null && !continues(before, position)) {
            if (life.end(number, "it was reset, rebuilt or replaced")) {
                vitals.reborn();
                LOGGER.warn(
                        "{} started a new life: it had executed {}, now {} ({}); not used until observed anew",
                        address,
                        before.executed(),
                        position.executed(),
                        position.serverUuid());
            }
            return true;
        }
        GtidSet executed = life.publish(new Observation(position.executed(), position.serverUuid(), number, sent));
        if (executed != null) {
            vitals.answered(executed);
            if (vitals.health().serves()) {
                waiting.release(monitor, executed);
            }
        }
        return true;
    }

    private static boolean continues(Observation before, ReplicaLink.Position position) {
        return before.serverUuid().equals(position.serverUuid())
                && position.executed().contains(before.executed());
    }

    private @Nullable ReplicaLink lose(@Nullable ReplicaLink link, Exception ex, Health verdict) {
        closeQuietly(link);
        if (!closed) {
            String message = String.valueOf(ex.getMessage());
            LOGGER.debug("{} does not answer its monitor", address, ex);
            life.end(message.lines().findFirst().orElse(message));
            vitals.failed(verdict);
        }
        return null;
    }

    private static void closeQuietly(@Nullable ReplicaLink link) {
        if (link != null) {
            link.close();
        }
    }

    /** Ends both threads and their connections; waits for them, three seconds at most. */
    void close() {
        closed = true;
        life.end("its monitor is closed");
        waiting.close();
        ReplicaLink link = blocked;
        if (link != null) {
            link.abort();
        }
        probe.interrupt();
        watch.interrupt();
        join(probe);
        join(watch);
    }

    private static void join(Thread thread) {
        try {
            thread.join(LONGEST_CLOSE.toMillis());
        } catch (InterruptedException ex) {
            Thread.currentThread().interrupt();
        }
    }
}
