package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

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

    private final ServerAddress address;

    private final LongSupplier clock;

    private final LongSupplier coarseClock;

    private final long probeTimeoutNanos;

    /** How old by the coarse clock an observation may be that needs no look at the real one. */
    private final long youngNanos;

    private final ReplicaLife life = new ReplicaLife();

    private final Vitals vitals;

    private final ReplicaLooks looks;

    private final WaitingReads waiting;

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
        this.clock = clock;
        this.coarseClock = coarseClock;
        probeTimeoutNanos = settings.probeTimeout().toNanos();
        youngNanos = CoarseClock.margin(settings.probeTimeout());
        vitals = new Vitals(settings, life, clock);
        looks = new ReplicaLooks(this, settings, links, clock, life, vitals, events);
        waiting = looks.waiting();
    }

    void start() {
        looks.start();
    }

    /** What it executes must come from this primary from now on. */
    void follow(Primary primary) {
        looks.follow(primary);
    }

    boolean follows(Primary primary) {
        return looks.follows(primary);
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

    /** The last observation whatever the server's health, STALLED say; null if it does not answer. */
    public @Nullable Observation lastObservation() {
        return health().answers() ? fresh(clock) : null;
    }

    /** The last observation of a server whatever its health, or null if it is too old. */
    private @Nullable Observation fresh(LongSupplier now) {
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
        if (looks.observeOwned()) {
            vitals.reborn(life.number(), "its owned GTIDs are not observed yet");
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

    /** As {@link #observation(LongSupplier)}, but null unless the server is {@link Health#UP}. */
    public @Nullable Observation observationIfUp(LongSupplier now) {
        return vitals.health() == Health.UP ? fresh(now) : null;
    }

    /** How many nanoseconds it is behind, at least; {@link Long#MAX_VALUE} if nobody knows. */
    public long lagNanos() {
        long result = vitals.lagNanos();
        return result == LagMeter.NOT_MEASURED ? LagMeter.UNKNOWN : result;
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
                vitals.usualDelay(),
                vitals.longDelay(),
                waitingReads(),
                vitals.replication(),
                health.answers() ? "" : life.trouble());
    }

    /** The primary had this when it was asked. Does not block on the server. */
    void sampled(Sample sample) {
        if (vitals.sampled(sample)) {
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
        vitals.failed(Health.UNKNOWN, "suspect: " + reason);
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

    /** One question and what follows from its answer, see {@link ReplicaLooks#look}. */
    boolean look(ReplicaLink link, long number, @Nullable GtidSet floor) throws SQLException {
        return looks.look(link, number, floor);
    }

    /** Bids both threads end. Does not block. */
    void stop() {
        looks.stop();
    }

    /** Ends both threads and their connections; waits for them, three seconds at most. */
    void close() {
        looks.close();
    }
}
