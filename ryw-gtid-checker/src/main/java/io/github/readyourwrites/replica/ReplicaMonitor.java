package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.List;
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

    private final ServerAddress address;

    private final MonitorSettings settings;

    private final LongSupplier clock;

    private final LongSupplier coarseClock;

    private final long probeTimeoutNanos;

    /** How old by the coarse clock an observation may be that needs no look at the real one. */
    private final long youngNanos;

    private final StatementBudget budget;

    private final WaitingReads waiting;

    private final ReplicaLife life = new ReplicaLife();

    /** Of the probe's thread. */
    private final ErrantTransactions errant = new ErrantTransactions();

    private volatile @Nullable Primary followed;

    /** Why nothing that it tells counts, or null. Written by the probe's thread. */
    private volatile @Nullable String barred;

    private volatile boolean observesOwned;

    private final MonitorLink probeLink;

    private final MonitorLink watchLink;

    private final Thread probe;

    private final Thread watch;

    private final RareWarning replaced;

    private volatile boolean closed;

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
        this.clock = clock;
        this.coarseClock = coarseClock;
        probeTimeoutNanos = settings.probeTimeout().toNanos();
        youngNanos = CoarseClock.margin(settings.probeTimeout());
        budget = new StatementBudget(settings.statementsPerSecond(), clock.getAsLong());
        waiting = new WaitingReads(this::executed, budget, clock);
        ReplicaLink.Source observing = blocking -> {
            ReplicaLink result = links.open(blocking);
            if (observesOwned) {
                result.observeOwned();
            }
            return result;
        };
        probeLink = new MonitorLink(observing, false, life, budget, clock);
        watchLink = new MonitorLink(observing, true, life, budget, clock);
        replaced = new RareWarning(LOGGER, clock);
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
        if (result == null || coarseClock.getAsLong() - result.sentNanos() <= youngNanos) {
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

    long lifeNumber() {
        return life.number();
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
            return read.await(deadlineNanos, clock);
        } finally {
            candidates.forEach(each -> each.waiting.remove(read));
        }
    }

    private void probe() {
        long quiet = settings.timeBetweenLooks().toNanos();
        budget.take(1, clock.getAsLong());
        while (!closed) {
            try {
                look(probeLink.get(), probeLink.lifeNumber(), null);
            } catch (SQLException | RuntimeException | Error ex) {
                probeLink.close();
                lost(ex);
            }
            try {
                waiting.pause(quiet);
            } catch (InterruptedException ignored) {
                // Only close() interrupts; the loop condition sees it.
            }
        }
        probeLink.close();
    }

    private void watch() {
        while (!closed) {
            try {
                GtidSet wanted = waiting.take();
                if (wanted == null) {
                    break;
                }
                if (!look(watchLink.get(), watchLink.lifeNumber(), wanted)) {
                    rest();
                }
            } catch (SQLException | RuntimeException | Error ex) {
                // What is known stays: were the server gone, the probe would lose its connection too.
                watchLink.close();
                LOGGER.debug("{} does not answer its watch", address, ex);
                rest();
            } catch (InterruptedException ignored) {
                // Only close() interrupts; the loop condition sees it.
            }
        }
        watchLink.close();
    }

    /** The watch has no answer: the probe looks for whoever waits. */
    private void rest() {
        waiting.unwatch();
        LockSupport.parkNanos(settings.probeInterval().toNanos());
    }

    /**
     * One question and what follows from its answer.
     *
     * @param number the life that the link was made in: its answer is about no other
     * @param floor what to wait for in the server, or null to look at once
     * @return false if the server refused to wait
     */
    boolean look(ReplicaLink link, long number, @Nullable GtidSet floor) throws SQLException {
        // What was known before the question must be in the answer; what the other thread learns meanwhile need not.
        Observation before = life.observation();
        long sent = clock.getAsLong();
        ReplicaLink.Position position = floor == null ? link.position() : link.awaitExecuted(floor);
        if (position == null) {
            return false;
        }
        if (before != null && before.incarnation() == number && !continues(before, position)) {
            if (life.end(number, "it was reset, rebuilt or replaced")) {
                replaced.give(
                        "{} started a new life: it had executed {} ({}), now {} ({}); not used until observed anew. If"
                                + " that goes on, several servers answer at this address: give each a data source",
                        address,
                        before.executed(),
                        before.serverUuid(),
                        position.executed(),
                        position.serverUuid());
            }
            return true;
        }
        boolean barredBefore = barred != null;
        String reason = floor == null ? barred(position) : barred;
        if (reason != null) {
            // A life that nothing is known of need not end again and again: each has a connection of its own.
            if (!barredBefore || life.observation() != null) {
                life.end(number, reason);
            }
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
        barred = primary == null ? null : errant.look(primary, position, clock.getAsLong());
        return barred;
    }

    private static boolean continues(Observation before, ReplicaLink.Position position) {
        return before.serverUuid().equals(position.serverUuid())
                && position.executed().contains(before.executed());
    }

    private void lost(Throwable ex) {
        if (closed) {
            return;
        }
        String message = String.valueOf(ex.getMessage());
        life.end(message.lines().findFirst().orElse(message));
        if (ex instanceof SQLException) {
            LOGGER.debug("{} does not answer its monitor", address, ex);
        } else {
            LOGGER.warn("{} cannot be watched for now", address, ex);
        }
    }

    /** Bids both threads end. Does not block. */
    void stop() {
        closed = true;
        life.end("its monitor is closed");
        waiting.close();
        probeLink.abort();
        watchLink.abort();
        probe.interrupt();
        watch.interrupt();
    }

    /** Ends both threads and their connections; waits for them, three seconds at most. */
    void close() {
        stop();
        EndOfThreads.await(probe, watch);
    }
}
