package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.PendingMark;
import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.gtid.GtidSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
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

    private final ServerAddress address;
    private final LongSupplier clock;
    private final Runnable identityChanged;
    private final UnknownCommits unknownCommits = new UnknownCommits();
    private final Followers followers = new Followers();
    private final LostWrites lostWrites;
    private final KnownPosition known;
    private final Rounding rounding;
    private final FenceJudge judge;
    private final Doubt doubt = new Doubt();

    /** Of the sending of the latest fence that counted. */
    private volatile long answeredTicket;

    private volatile @Nullable UUID serverUuid;

    /** The addresses known to be this server's, this one included. */
    private volatile List<Primary> sameServer = List.of(this);

    private volatile boolean untracked;
    private volatile @Nullable Fences fences;

    Primary(ServerAddress address, LongSupplier clock, Runnable identityChanged, LostWrites lostWrites) {
        this.address = address;
        this.clock = clock;
        this.identityChanged = identityChanged;
        this.lostWrites = lostWrites;
        judge = new FenceJudge(address, clock);
        known = new KnownPosition(clock);
        rounding = new Rounding(known, followers);
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
        return known.executed();
    }

    /** What was here and will never be again; another object once it has changed. */
    public Losses losses() {
        return known.losses();
    }

    /** What its replicas may have and it lacks, though they follow it: was here, or under way here, and is no more. */
    GtidSet absent() {
        return known.losses().gone().union(known.undecided());
    }

    /** A commit of this JVM happened here: the replicas' watches are armed for it. To be called before floors ask for it. */
    public void committed(GtidSet gtids) {
        known.learn(gtids);
        GtidSet committed = known();
        if (rounding.isDue(committed)) {
            known.learn(roundUp(committed));
        }
        followers.arm(gtids);
    }

    /**
     * Shortens a position of this server by rounding it up: gaps are closed that the primary, or a replica of it, is known
     * to have executed. Never takes anything away. Where nothing is known of many gaps a fence is asked for, and a later
     * call finds its answer.
     */
    public GtidSet roundUp(GtidSet position) {
        return rounding.roundUp(position, this::askSoon);
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

    /**
     * The server behind this address may be another one by now: reads that no replica can serve are refused until it has
     * told who it is, and it is asked at once. Never blocks.
     */
    public void suspect(String reason) {
        Fences current = fences;
        if (current != null) {
            LOGGER.debug("{} is in doubt: {}", address, reason);
            doubt.raise();
            current.refresh();
        }
    }

    /** Whether nobody knows if the server is still the same: see {@link #suspect}. */
    public boolean isInDoubt() {
        return doubt.isOpen();
    }

    /**
     * Has {@link #known()} renewed: done once {@link #answeredTicket()} is greater than the result, which is {@link
     * Long#MAX_VALUE} if nobody can be asked now. Never blocks.
     */
    long askSoon() {
        Fences current = fences;
        return current == null ? Long.MAX_VALUE : current.refresh();
    }

    long answeredTicket() {
        return answeredTicket;
    }

    /** How long a new server that may still apply what the old one had is waited for, where that cannot be seen. */
    public void lossGrace(Duration grace) {
        judge.lossGrace(grace);
        known.lossGrace(grace);
    }

    /** Sends one fence on {@code link} and judges the answer. */
    FenceOutcome judge(long ticket, FenceLink link) throws SQLException {
        KnownPosition.Expected expected = known.expected();
        long doubts = doubt.raised();
        long asked = clock.getAsLong();
        FenceLink.Reply reply = link.ask();
        GtidSet position = reply.executed().union(reply.owned());
        UUID former = serverUuid;
        String reason = judge.reasonToDoubt(expected.executed(), former, reply, position, link);
        if (reason != null) {
            LOGGER.debug("void fence: {}", reason);
            doubt.raise();
            return new FenceOutcome.Failure(true, reason);
        }
        boolean isOther = !reply.serverUuid().equals(former);
        KnownPosition.Verdict verdict = known.answered(expected, reply.executed(), position, isOther && former != null);
        lostWrites.report(address, former, reply.serverUuid(), verdict);
        if (isOther) {
            LOGGER.info("primary {} has server_uuid {}", address, reply.serverUuid());
            become(reply.serverUuid());
        }
        rounding.serverHas(reply.executed().intervalCount());
        answeredTicket = ticket;
        doubt.settle(doubts);
        followers.sampled(new Sample(reply.executed(), asked, clock.getAsLong()));
        return new FenceOutcome.Answer(ticket, position, reply.serverUuid());
    }

    /** Learns what a look at start showed. Only a fence may tell that another server has taken the place of a known one. */
    public void identify(UUID uuid, GtidSet executed) {
        known.learn(executed);
        rounding.serverHadAtLeast(executed.intervalCount());
        if (serverUuid == null) {
            become(uuid);
        }
        followers.sampled(new Sample(executed, clock.getAsLong(), clock.getAsLong()));
    }

    /**
     * The heartbeat's answer, which counts as long as this is the primary that is known: only a fence judges another one.
     *
     * @return false if it is the answer of another server
     */
    boolean sampled(UUID uuid, boolean readOnly, GtidSet executed, long askedNanos) {
        UUID expected = serverUuid;
        if (expected == null) {
            return true;
        }
        if (uuid.equals(expected) && !readOnly) {
            followers.sampled(new Sample(executed, askedNanos, clock.getAsLong()));
            return true;
        }
        suspect("its heartbeat met " + uuid + (readOnly ? ", which is read-only" : ""));
        return false;
    }

    private void become(UUID uuid) {
        List<Primary> addresses = sameServer;
        boolean replaced = serverUuid != null;
        serverUuid = uuid;
        identityChanged.run();
        if (replaced) {
            // Floors of the other addresses are read here, too.
            addresses.stream().filter(each -> each != this).forEach(each -> each.suspect("its server was replaced"));
        }
    }

    void attach(ReplicaMonitor replica) {
        followers.attach(replica, this);
    }

    void detach(ReplicaMonitor replica) {
        followers.detach(replica);
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
        doubt.settle(doubt.raised());
        return current == null ? () -> {} : current::close;
    }
}
