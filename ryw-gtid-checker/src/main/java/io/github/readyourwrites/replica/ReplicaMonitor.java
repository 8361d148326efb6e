package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows what one replica has applied. Two threads and two connections per server, however many reads wait: a probe that
 * never blocks, and a watch that blocks in the server for the oldest waiting read's position.
 *
 * <p>Each answer of either is an observation: a lower bound of what the server has executed, as long as the server's
 * incarnation lasts. It counts as none once it is older than the probe time-out, so a frozen server drops out without
 * any answer.
 *
 * <p>Thread-safe. Of what applications reach only {@link #awaitFirst} blocks.
 */
public final class ReplicaMonitor {

    private static final Logger LOGGER = LoggerFactory.getLogger(ReplicaMonitor.class);

    /** The probe takes one of so many monitor statements for certain, more only of what is left. */
    private static final int PROBE_PART = 2;

    /** The coarse clock may be late by the rest of the probe time-out. */
    private static final int COARSE_PART = 2;

    /** What Connector/J sends to make a connection. */
    private static final int CONNECT_STATEMENTS = 3;

    private static final double MEDIAN = 50;

    private static final double NINETY_NINTH = 99;

    private static final Duration LONGEST_CLOSE = Duration.ofSeconds(3);

    private final ServerAddress address;

    private final MonitorSettings settings;

    private final ReplicaLink.Source links;

    private final LongSupplier clock;

    private final LongSupplier coarseClock;

    private final long probeTimeoutNanos;

    private final StatementBudget budget;

    private final WaitingReads waiting;

    private final ReplicaLife life = new ReplicaLife();

    private final Vitals vitals;

    private final Announcer announcer;

    private volatile boolean closed;

    private final Thread probe;

    private final Thread watch;

    /** The watch's connection, for {@link #close()} to cut short. */
    private volatile @Nullable ReplicaLink blocked;

    /**
     * A monitor that has yet to be started.
     *
     * @param coarseClock the same as {@code clock} or a little late, and cheaper to read
     */
    ReplicaMonitor(
            ServerAddress address,
            MonitorSettings settings,
            ReplicaLink.Source links,
            LongSupplier clock,
            LongSupplier coarseClock) {
        this(address, settings, links, clock, coarseClock, new ReplicaEvents());
    }

    ReplicaMonitor(
            ServerAddress address,
            MonitorSettings settings,
            ReplicaLink.Source links,
            LongSupplier clock,
            LongSupplier coarseClock,
            ReplicaEvents events) {
        this.address = address;
        this.settings = settings;
        this.links = links;
        this.clock = clock;
        this.coarseClock = coarseClock;
        probeTimeoutNanos = settings.probeTimeout().toNanos();
        budget = new StatementBudget(settings.statementsPerSecond(), clock.getAsLong());
        waiting = new WaitingReads(this::executed, budget, clock);
        vitals = new Vitals(settings, clock);
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

    /** Host and port. */
    public ServerAddress address() {
        return address;
    }

    /** The last observation, or null if there is none that still counts: the server is not fit to serve. */
    public @Nullable Observation observation() {
        return observation(clock);
    }

    /**
     * The last observation, or null if there is none that still counts.
     *
     * @param now the monitor's clock, as the caller has read it or is about to; not asked for an observation so young
     *     that a coarse clock shows that it counts
     */
    public @Nullable Observation observation(LongSupplier now) {
        return vitals.health().serves() ? fresh(now) : null;
    }

    /** The last observation of a server whatever its health, or null if it is too old. */
    private @Nullable Observation fresh(LongSupplier now) {
        Observation result = life.observation();
        if (result == null || coarseClock.getAsLong() - result.sentNanos() <= probeTimeoutNanos / COARSE_PART) {
            return result;
        }
        return now.getAsLong() - result.sentNanos() <= probeTimeoutNanos ? result : null;
    }

    /** What the server has executed at least, or null if it is not healthy. */
    public @Nullable GtidSet executed() {
        Observation observation = observation();
        return observation == null ? null : observation.executed();
    }

    /** Whether the server is healthy and has executed {@code floor}. */
    public boolean has(GtidSet floor) {
        GtidSet executed = executed();
        return executed != null && executed.contains(floor);
    }

    /** The server's state in words, for error messages. */
    public String describe() {
        Observation observation = observation();
        Health health = health();
        if (observation == null) {
            return address + " is not healthy (" + (health.answers() ? health.toString() : life.trouble()) + ")";
        }
        return address + (health == Health.UP ? "" : " is " + health + " and") + " has executed "
                + observation.executed();
    }

    /** How fit it is to serve reads. Does not block. */
    public Health health() {
        Health result = vitals.health();
        return result.answers() && fresh(clock) == null ? Health.UNKNOWN : result;
    }

    /** Whether it is {@link Health#UP}, as {@link #observation(LongSupplier)} tells the time. */
    public boolean isUp(LongSupplier now) {
        return vitals.health() == Health.UP && fresh(now) != null;
    }

    /** How many nanoseconds it is behind, at least; a number greater than any other if nobody knows. */
    public long lagNanos() {
        return vitals.lagNanos();
    }

    /** In how many nanoseconds it will probably have {@code floor}; 0 if it may be any moment. */
    public long expectedNanos(GtidSet floor) {
        return vitals.expectedNanos(floor);
    }

    /** How many nanoseconds 99 of 100 commits took to be readable here; negative where too little was measured. */
    public long longDelayNanos() {
        return vitals.longDelayNanos();
    }

    /** Everything known. Does not block on the server. */
    public ReplicaSnapshot snapshot() {
        Observation observation = life.observation();
        Health health = health();
        return new ReplicaSnapshot(
                address,
                Optional.ofNullable(observation).map(Observation::serverUuid),
                health,
                vitals.inHealthFor(),
                vitals.lag(),
                observation == null ? GtidSet.empty() : observation.executed(),
                vitals.delay(MEDIAN),
                vitals.delay(NINETY_NINTH),
                waitingReads(),
                vitals.replication(),
                health.answers() ? "" : life.trouble());
    }

    /** The primary had this when it was asked. Does not block on the server. */
    void sampled(Sample sample) {
        if (vitals.sampled(sample, life)) {
            waiting.armIfFree(sample.position());
        }
    }

    /** How many reads wait for this replica. */
    int waitingReads() {
        return waiting.size();
    }

    /** A commit happened that a read may ask this replica for a moment later. Never blocks on the server. */
    public void arm(GtidSet position) {
        waiting.arm(position);
    }

    /** An application's read failed on this server: it is not healthy until it has been observed anew. */
    public void suspect(String reason) {
        life.end("suspect: " + reason);
        vitals.failed(Health.UNKNOWN);
    }

    /**
     * Blocks the calling thread until the first of {@code candidates} has executed {@code floor}.
     *
     * @param deadlineNanos on {@code clock}
     * @return the replica that has the floor, or null at the deadline or if the thread is interrupted (it stays so)
     */
    public static @Nullable ReplicaMonitor awaitFirst(
            List<ReplicaMonitor> candidates, GtidSet floor, long deadlineNanos, LongSupplier clock) {
        WaitingRead read = new WaitingRead(floor);
        candidates.forEach(each -> each.waiting.add(read));
        try {
            // A replica may have arrived between the caller's look and the registration.
            for (ReplicaMonitor each : candidates) {
                if (each.has(floor)) {
                    return each;
                }
            }
            while (true) {
                ReplicaMonitor result = read.arrived();
                long left = deadlineNanos - clock.getAsLong();
                if (result != null || left <= 0 || Thread.currentThread().isInterrupted()) {
                    return result;
                }
                LockSupport.parkNanos(read, left);
            }
        } finally {
            candidates.forEach(each -> each.waiting.remove(read));
        }
    }

    private void probe() {
        long fewEnough = PROBE_PART * budget.nanosPerStatement();
        long quiet = Math.max(settings.probeInterval().toNanos(), fewEnough);
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
            announcer.look(health(), vitals.lagNanos(), this::snapshot);
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
                    LockSupport.parkNanos(settings.probeInterval().toNanos());
                }
            } catch (SQLException | RuntimeException ex) {
                link = lose(link, ex, Health.UNKNOWN);
                waiting.unwatch();
                LockSupport.parkNanos(settings.probeInterval().toNanos());
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
                waiting.release(this, executed);
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
