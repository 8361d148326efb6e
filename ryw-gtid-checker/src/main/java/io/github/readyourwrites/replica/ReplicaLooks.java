package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
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

    private final ReplicaMonitor monitor;

    private final ServerAddress address;

    private final MonitorSettings settings;

    private final LongSupplier clock;

    private final StatementBudget budget;

    private final WaitingReads waiting;

    private final ReplicaLife life;

    private final Vitals vitals;

    private final Announcer announcer;

    private final Thread probe;

    private final Thread watch;

    private final MonitorLink probeLink;

    private final MonitorLink watchLink;

    private final RareWarning replaced;

    /** Of the probe's thread. */
    private final ErrantTransactions errant = new ErrantTransactions();

    private volatile @Nullable Primary followed;

    /** Why nothing that the server tells counts, or null. Written by the probe's thread. */
    private volatile @Nullable String barred;

    private volatile boolean observesOwned;

    private volatile boolean closed;

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
        this.settings = settings;
        this.clock = clock;
        this.life = life;
        this.vitals = vitals;
        budget = new StatementBudget(settings.statementsPerSecond(), clock.getAsLong());
        waiting = new WaitingReads(monitor::executed, budget, clock);
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

    void follow(Primary primary) {
        followed = primary;
    }

    boolean follows(Primary primary) {
        return followed == primary;
    }

    /** Connections made from now on tell what the server owns; whether they did not before. */
    boolean observeOwned() {
        boolean result = !observesOwned;
        observesOwned = true;
        return result;
    }

    private void probe() {
        long quiet = settings.timeBetweenLooks().toNanos();
        budget.take(1, clock.getAsLong());
        StatusTimer status = new StatusTimer(clock.getAsLong());
        while (!closed) {
            try {
                ReplicaLink link = probeLink.get();
                if (status.isDue(clock.getAsLong())) {
                    budget.take(1, clock.getAsLong());
                    vitals.replication(link.replication());
                    status.answered();
                }
                look(link, probeLink.lifeNumber(), null);
            } catch (SQLException | RuntimeException | Error ex) {
                probeLink.close();
                lost(ex);
            }
            if (!closed) {
                announcer.look(monitor.health(), vitals.lagNanos(), monitor::snapshot);
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
            reborn(number, before, position);
            return true;
        }
        if (isBarred(number, floor == null, position)) {
            return floor == null;
        }
        GtidSet executed = vitals.answered(
                new Observation(position.executed(), position.serverUuid(), number, sent, position.owned()));
        if (executed != null && vitals.health().serves()) {
            waiting.release(monitor, executed);
        }
        return true;
    }

    private void reborn(long number, Observation before, ReplicaLink.Position position) {
        if (vitals.reborn(number, "it was reset, rebuilt or replaced")) {
            replaced.give(
                    "{} started a new life: it had executed {} ({}), now {} ({}); not used until observed anew. If that"
                            + " goes on, several servers answer at this address: give each a data source",
                    address,
                    before.executed(),
                    before.serverUuid(),
                    position.executed(),
                    position.serverUuid());
        }
    }

    /** Whether nothing that the server tells counts. What the probe sees decides. */
    private boolean isBarred(long number, boolean isProbe, ReplicaLink.Position position) {
        Primary primary = followed;
        boolean before = barred != null;
        String reason = !isProbe ? barred : primary == null ? null : errant.look(primary, position, clock.getAsLong());
        if (isProbe) {
            barred = reason;
        }
        // A life that nothing is known of need not end again and again: each has a connection of its own.
        if (reason != null && (!before || life.observation() != null)) {
            vitals.barred(number, reason);
        }
        return reason != null;
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
        boolean gone = ex instanceof SQLException && !JdbcLinks.isTimeout(ex);
        vitals.failed(
                gone ? Health.DOWN : Health.UNKNOWN, message.lines().findFirst().orElse(message));
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
