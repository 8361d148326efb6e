package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

    private static final long LONGEST_LINK_NANOS = TimeUnit.SECONDS.toNanos(5);

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

    /** Of the probe's thread. */
    private final ErrantTransactions errant = new ErrantTransactions();

    private volatile @Nullable Primary followed;

    /** Why nothing that it tells counts, or null. Written by the probe's thread. */
    private volatile @Nullable String barred;

    private volatile boolean observesOwned;

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
        this.address = address;
        this.settings = settings;
        this.links = links;
        this.clock = clock;
        this.coarseClock = coarseClock;
        probeTimeoutNanos = settings.probeTimeout().toNanos();
        budget = new StatementBudget(settings.statementsPerSecond(), clock.getAsLong());
        waiting = new WaitingReads(this::executed, budget, clock);
        probe = new Thread(this::probe, "ryw-probe-" + address);
        watch = new Thread(this::watch, "ryw-watch-" + address);
        probe.setDaemon(true);
        watch.setDaemon(true);
    }

    void start() {
        probe.start();
        watch.start();
    }

    /** What it executes must come from this primary from now on. */
    void follow(Primary primary) {
        followed = primary;
    }

    /** Host and port. */
    public ServerAddress address() {
        return address;
    }

    /** The last observation, or null if there is none that still counts: the server is then UNKNOWN or DOWN. */
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

    /** From now on observations tell what the server owns, too. */
    public void observeOwned() {
        if (!observesOwned) {
            observesOwned = true;
            life.end("its owned GTIDs are not observed yet");
        }
    }

    /** The number of the server's present life. */
    public long incarnation() {
        return life.number();
    }

    /**
     * What the server had executed or owned when it was asked at some time after {@code nanos}, in the life of this
     * number; null if that is over, or it was not asked since. Needs {@link #observeOwned}.
     */
    public @Nullable GtidSet seenSince(long incarnation, long nanos) {
        Observation result = life.observation();
        return result != null && result.incarnation() == incarnation && result.sentNanos() - nanos > 0
                ? result.executed().union(result.owned())
                : null;
    }

    /** The server's state in words, for error messages. */
    public String describe() {
        Observation observation = observation();
        return address
                + (observation == null
                        ? " is not healthy (" + life.trouble() + ")"
                        : " has executed " + observation.executed());
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
        long openedNanos = 0;
        long lifeOfLink = 0;
        while (!closed) {
            try {
                if (link != null
                        && (lifeOfLink != life.number() || clock.getAsLong() - openedNanos >= LONGEST_LINK_NANOS)) {
                    // The address may have moved while the connection stayed with the old server.
                    link.close();
                    link = null;
                }
                if (link == null) {
                    lifeOfLink = life.number();
                    link = open(false);
                    openedNanos = clock.getAsLong();
                }
                look(link, null);
                lifeOfLink = barred == null ? lifeOfLink : life.number();
            } catch (SQLException | RuntimeException ex) {
                link = lose(link, ex);
            }
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
                link = lose(link, ex);
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
        ReplicaLink result = links.open(blocking);
        if (observesOwned) {
            result.observeOwned();
        }
        return result;
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
                LOGGER.warn(
                        "{} started a new life: it had executed {}, now {} ({}); not used until observed anew",
                        address,
                        before.executed(),
                        position.executed(),
                        position.serverUuid());
            }
            if (floor == null && !before.serverUuid().equals(position.serverUuid())) {
                errant.reset();
            }
            return true;
        }
        String reason = floor == null ? barred(position) : barred;
        if (reason != null) {
            life.end(number, reason);
            return floor == null;
        }
        GtidSet executed = life.publish(
                new Observation(position.executed(), position.serverUuid(), number, sent, position.owned()));
        if (executed != null) {
            waiting.release(this, executed);
        }
        return true;
    }

    /** On the probe's thread. */
    private @Nullable String barred(ReplicaLink.Position position) {
        Primary primary = followed;
        barred = primary == null ? null : errant.look(primary, position.executed(), clock.getAsLong());
        return barred;
    }

    private static boolean continues(Observation before, ReplicaLink.Position position) {
        return before.serverUuid().equals(position.serverUuid())
                && position.executed().contains(before.executed());
    }

    private @Nullable ReplicaLink lose(@Nullable ReplicaLink link, Exception ex) {
        closeQuietly(link);
        if (!closed) {
            String message = String.valueOf(ex.getMessage());
            LOGGER.debug("{} does not answer its monitor", address, ex);
            life.end(message.lines().findFirst().orElse(message));
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
