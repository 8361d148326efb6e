package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.PendingMark;
import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this JVM knows of one server that it writes to. Exists from the first tracked commit on, also before (and
 * without) a group that reads from its replicas. Thread-safe; only {@link #fence} blocks.
 */
public final class Primary {

    private static final Logger LOGGER = LoggerFactory.getLogger(Primary.class);

    /** More intervals than this are worth a look at what is known to be in between. */
    private static final int MANY_INTERVALS = 16;

    private final ServerAddress address;

    private final LongSupplier clock;

    private final Runnable identityChanged;

    private final UnknownCommits unknownCommits = new UnknownCommits();

    private final List<ReplicaMonitor> replicas = new CopyOnWriteArrayList<>();

    /** Committed here, as this JVM knows: own commits, and what fences found executed. Only grows. Written under this. */
    private volatile GtidSet committed = GtidSet.empty();

    /** How many intervals the server itself had when it was last asked: gaps that cannot be closed. */
    private volatile int intervalsLeft;

    private volatile @Nullable UUID serverUuid;

    /** The addresses known to be this server's, this one included. */
    private volatile List<Primary> sameServer = List.of(this);

    private volatile boolean untracked;

    private volatile @Nullable Fences fences;

    /** What was executed here when it was last asked, for replicas that are watched from now on. */
    private volatile @Nullable Sample lastSample;

    Primary(ServerAddress address, LongSupplier clock, Runnable identityChanged) {
        this.address = address;
        this.clock = clock;
        this.identityChanged = identityChanged;
    }

    /** Host and port. */
    public ServerAddress address() {
        return address;
    }

    /** The server's identity, or null before the first answer. */
    public @Nullable UUID serverUuid() {
        return serverUuid;
    }

    /** Every address known to be, or to have been, this server's (a name and its number, say), this one included. */
    public List<Primary> sameServer() {
        return sameServer;
    }

    void sameServer(List<Primary> primaries) {
        sameServer = primaries;
    }

    /** Committed here, as far as this JVM knows. */
    public GtidSet known() {
        return committed;
    }

    /** A commit of this JVM happened here: the replicas' watches are armed for it. */
    public void committed(GtidSet gtids) {
        learn(gtids);
        shorten();
        for (ReplicaMonitor each : replicas) {
            each.arm(gtids);
        }
    }

    private synchronized void learn(GtidSet gtids) {
        if (!committed.contains(gtids)) {
            committed = committed.union(gtids);
        }
    }

    /** Keeps what is known short, though this JVM commits between others. */
    private synchronized void shorten() {
        if (committed.intervalCount() > intervalsLeft + MANY_INTERVALS) {
            learn(roundUp(committed));
        }
    }

    /**
     * Shortens a position of this server by rounding it up: gaps are closed that the primary, or a replica of it, is known
     * to have executed. Never takes anything away. Where nothing is known of many gaps a fence is asked for, and a later
     * call finds its answer.
     */
    public GtidSet roundUp(GtidSet position) {
        if (position.intervalCount() <= MANY_INTERVALS) {
            return position;
        }
        GtidSet result = position.roundUpWithin(committed);
        for (ReplicaMonitor each : replicas) {
            Observation observation = each.observation();
            result = observation == null ? result : result.roundUpWithin(observation.executed());
        }
        Fences current = fences;
        if (current != null && result.intervalCount() > intervalsLeft + MANY_INTERVALS) {
            current.refresh();
        }
        return result;
    }

    /** A commit whose connection broke; {@code mark} stays open until it cannot happen any more. */
    public void commitUnknown(long connectionId, String username, PendingMark mark) {
        unknownCommits.add(connectionId, username, clock.getAsLong(), mark);
    }

    UnknownCommits unknownCommits() {
        return unknownCommits;
    }

    /**
     * From now on every read fences: a statement ran here that no tracker saw, so commits may go unseen.
     *
     * @return whether this is the first time
     */
    public boolean setUntracked() {
        boolean result = !untracked;
        untracked = true;
        return result;
    }

    /** Whether commits may go unseen here, under whichever address they are made. */
    public boolean isUntracked() {
        List<Primary> addresses = sameServer;
        // Every read comes here: not for-each, whose iterator is garbage.
        for (int i = 0; i < addresses.size(); i++) {
            if (addresses.get(i).untracked) {
                return true;
            }
        }
        return false;
    }

    /**
     * Asks the primary for its position, together with everybody who asks at this time. Blocks until the answer or the
     * deadline, whichever comes first.
     *
     * @param ticket the fence must be sent after it
     * @param deadlineNanos on the clock of {@link Servers}
     */
    public FenceOutcome fence(long ticket, long deadlineNanos) {
        Fences current = fences;
        return current == null
                ? new FenceOutcome.Failure(false, "the primary " + address + " belongs to no open data source")
                : current.await(ticket, deadlineNanos);
    }

    /** Sends one fence on {@code link} and judges the answer. */
    FenceOutcome judge(long ticket, FenceLink link) throws SQLException {
        GtidSet knownBefore = committed;
        long asked = clock.getAsLong();
        FenceLink.Reply reply = link.ask();
        GtidSet position = reply.executed().union(reply.owned());
        String reason = reasonToDoubt(knownBefore, reply, position, link);
        if (reason != null) {
            LOGGER.debug("void fence: {}", reason);
            return new FenceOutcome.Failure(true, reason);
        }
        if (!reply.serverUuid().equals(serverUuid)) {
            LOGGER.info("primary {} has server_uuid {}", address, reply.serverUuid());
            become(reply.serverUuid());
        }
        learn(reply.executed());
        intervalsLeft = reply.executed().intervalCount();
        sampled(reply.executed(), asked);
        return new FenceOutcome.Answer(ticket, position, reply.serverUuid());
    }

    private @Nullable String reasonToDoubt(GtidSet knownBefore, FenceLink.Reply reply, GtidSet position, FenceLink link)
            throws SQLException {
        if (reply.readOnly()) {
            return "the write data source's server " + address + " is read-only";
        }
        if (!position.contains(knownBefore)) {
            return "the primary " + address + " lacks " + knownBefore.subtract(position)
                    + ", which was committed there: it was replaced by a server that is behind, or lost writes";
        }
        UUID before = serverUuid;
        if (before != null && !before.equals(reply.serverUuid()) && link.appliesRelayLog(reply.executed())) {
            return "the new primary at " + address + " still applies its relay log";
        }
        return null;
    }

    /** Learns what a look at start showed. Only a fence may tell that another server has taken the place of a known one. */
    public void identify(UUID uuid, GtidSet executed) {
        learn(executed);
        intervalsLeft = Math.max(intervalsLeft, executed.intervalCount());
        if (serverUuid == null) {
            become(uuid);
        }
        sampled(executed, clock.getAsLong());
    }

    /** The heartbeat's answer, which counts as long as this is the primary that is known: only a fence judges another one. */
    void sampled(UUID uuid, boolean readOnly, GtidSet executed, long askedNanos) {
        UUID known = serverUuid;
        if (uuid.equals(known) && !readOnly) {
            sampled(executed, askedNanos);
        } else if (known != null) {
            Fences current = fences;
            if (current != null) {
                current.refresh();
            }
        }
    }

    /** All that was committed before {@code askedNanos} is in {@code executed}: this is what replicas' lag is measured by. */
    private void sampled(GtidSet executed, long askedNanos) {
        Sample sample = new Sample(executed, askedNanos, clock.getAsLong());
        lastSample = sample;
        for (ReplicaMonitor each : replicas) {
            each.sampled(sample);
        }
    }

    private void become(UUID uuid) {
        serverUuid = uuid;
        identityChanged.run();
    }

    void attach(ReplicaMonitor replica) {
        replicas.add(replica);
        Sample sample = lastSample;
        if (sample != null) {
            replica.sampled(sample);
        }
    }

    void detach(ReplicaMonitor replica) {
        replicas.remove(replica);
    }

    void open(Fences opened, MonitorSettings settings) {
        fences = opened;
        unknownCommits.patience(settings.unknownCommit());
        opened.start();
    }

    /** Later connections for fences are made so: the account of the data source opened last counts. */
    void fenceAs(FenceLink.Source links) {
        Fences current = fences;
        if (current != null) {
            current.connectBy(links);
        }
    }

    boolean isFenced() {
        return fences != null;
    }

    /** No fences from now on; the result ends the thread and the connection of those so far. */
    Runnable detachFences() {
        Fences current = fences;
        fences = null;
        untracked = false;
        return current == null ? () -> {} : current::close;
    }
}
