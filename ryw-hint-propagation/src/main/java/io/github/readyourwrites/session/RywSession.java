package io.github.readyourwrites.session;

import io.github.readyourwrites.capture.WriteObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * An open session: every read inside it sees what the session wrote.
 *
 * <pre>{@code
 * try (RywSession session = RywSession.open("user:42")) {
 *     // write and read
 * }
 * }</pre>
 *
 * <p>Sessions nest: the inner one counts, and closing it brings back what was there before. A session may be used by
 * several threads at once; it is current on the thread that opened it and on those it is carried to. Opening and closing
 * never block and never fail, but for a session with a key where a token store is configured: opening it loads, and closing
 * it saves, each within {@code token-store-timeout-milliseconds}.
 */
public final class RywSession implements AutoCloseable {

    private final @Nullable String key;

    private final SessionFloor floor;

    /** Null without a key. */
    private final @Nullable KeyedWrites writes;

    private final Frame frame;

    private final LongAdder staleReads = new LongAdder();

    private boolean closed;

    private RywSession(@Nullable String key, SessionFloor floor, boolean fromPrimary) {
        this.key = key;
        this.floor = floor;
        writes = key == null ? null : new KeyedWrites(floor);
        frame = new Frame(SessionRegistry.frame(), this, fromPrimary);
        SessionRegistry.setFrame(frame);
    }

    /**
     * Opens the session of {@code key} on this thread. Whoever opens the same key in this JVM, nested or elsewhere, gets
     * the same floor; it is kept {@code token-ttl-milliseconds} after the last close. With a token store it sees, too, what
     * other instances had saved before.
     *
     * @throws TokenStoreException if the session cannot be loaded and {@code on-token-load-failure} is ERROR
     */
    public static RywSession open(String key) {
        Objects.requireNonNull(key, "key");
        SessionFloor floor = SessionRegistry.keyed().open(key);
        try {
            return new RywSession(key, floor, StoredSession.open(floor, key));
        } catch (RuntimeException | Error ex) {
            SessionRegistry.keyed().close(key);
            throw ex;
        }
    }

    /** Opens a session of its own on this thread, which ends with its close. */
    public static RywSession open() {
        return new RywSession(null, SessionRegistry.newFloor(), false);
    }

    /**
     * Opens a session of its own on this thread that starts with what {@code token} stands for. A token that cannot be
     * read is treated as none and counted; an expired one makes the first read ask the primary.
     */
    public static RywSession resume(String token) {
        RywSession result = open();
        result.merge(token);
        return result;
    }

    /** The session that is current on this thread. */
    public static Optional<RywSession> current() {
        Frame frame = SessionRegistry.frame();
        return frame == null ? Optional.empty() : Optional.ofNullable(frame.session());
    }

    /**
     * Sends this thread's reads to the primary until the returned scope is closed. Scopes nest; ShardingSphere's own
     * hints are not touched.
     */
    public static PrimaryScope readFromPrimary() {
        return new PrimaryScope();
    }

    /** Where this thread's last read was sent, and why; empty before the first. */
    public static Optional<RouteDecision> lastDecision() {
        return Optional.ofNullable(ThreadScope.current().lastDecision());
    }

    /**
     * Reads of this session have {@code level} from now on until its close, whatever the rule says; in a session nested
     * inside it too, unless that one requires another.
     *
     * @return this session
     */
    public RywSession require(ConsistencyLevel level) {
        frame.require(Objects.requireNonNull(level, "level"));
        return this;
    }

    /**
     * What the session has to see, as opaque text for a header or cookie: {@link #resume} and {@link #merge} take it, in
     * this JVM or another. Inside an open transaction that has written it stands for more than is known yet, and the
     * first read after it is resumed asks the primary.
     */
    public String token() {
        return token(null);
    }

    /**
     * As {@link #token()}, but of use only to a session that was opened with the same key: {@link #resume} and a {@link
     * #merge} into any other session take it for none.
     *
     * @throws IllegalStateException if this session was opened without a key
     */
    public String boundToken() {
        if (key == null) {
            throw new IllegalStateException(
                    "only the token of a session that was opened with a key can be bound to it");
        }
        return token(key);
    }

    private String token(@Nullable String boundTo) {
        return SessionRegistry.tokens().write(entries(), boundTo);
    }

    /** What {@link #token()} says. */
    List<TokenEntry> entries() {
        CarriedPositions result = new CarriedPositions();
        result.addAll(floorEntries());
        for (SessionFloor each : List.of(floor, SessionRegistry.base())) {
            result.addAll(each.carried().unassigned(SessionRegistry.servers().fenced()));
        }
        return result.entries().stream().filter(each -> !each.isEmpty()).toList();
    }

    /** The same without what came with tokens and no read has asked for yet. */
    List<TokenEntry> floorEntries() {
        List<TokenEntry> result = new ArrayList<>();
        for (SessionFloor each : List.of(floor, SessionRegistry.base())) {
            each.all().forEach(part -> result.add(part.toTokenEntry()));
        }
        return result;
    }

    /**
     * The session sees from now on what {@code token} stands for, too. A token that cannot be read is ignored and counted
     * ({@link TokenStatistics}); an expired one makes the next read ask the primary.
     */
    public void merge(String token) {
        receive(token);
    }

    SessionToken.Decoded receive(String token) {
        Objects.requireNonNull(token, "token");
        SessionToken.Decoded result = SessionRegistry.tokens().open(token, SessionRegistry.timeToLive(), key);
        if (!result.entries().isEmpty()) {
            floor.carried().addAll(result.entries());
            floor.changed();
        }
        return result;
    }

    /** Saves to the token store what it does not have yet, and waits for that, as closing does. */
    void save() {
        SessionStore to = SessionRegistry.store();
        if (key != null && to != null) {
            floor.storedAs(key).saveRest(to);
        }
    }

    SessionFloor floor() {
        return floor;
    }

    /** Whom its writes concern. */
    WriteObserver observer() {
        return writes == null ? floor : writes;
    }

    void readStale() {
        staleReads.increment();
    }

    /** How many of its reads so far may have been stale. */
    long staleReads() {
        return staleReads.sum();
    }

    /**
     * Ends the session on this thread and brings back the one that was there before. A transaction begun inside it may
     * go on: its commit still counts for the session. With a token store, what the session wrote is saved before this
     * returns. Idempotent.
     *
     * @throws TokenStoreException if the session cannot be saved and {@code on-token-save-failure} is ERROR; it is closed
     *     nevertheless
     */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        frame.close();
        SessionRegistry.setFrame(SessionRegistry.frame());
        if (writes != null) {
            writes.close();
        }
        if (key != null) {
            try {
                StoredSession.close(floor, key);
            } finally {
                SessionRegistry.keyed().close(key);
            }
        }
    }

    /** Reads go to the primary while this is open; closing it brings back what was there before. */
    public static final class PrimaryScope implements AutoCloseable {

        private final Frame frame;

        private PrimaryScope() {
            Frame around = SessionRegistry.frame();
            frame = new Frame(around, around == null ? null : around.session(), true);
            SessionRegistry.setFrame(frame);
        }

        /** Idempotent. */
        @Override
        public void close() {
            frame.close();
            SessionRegistry.setFrame(SessionRegistry.frame());
        }
    }
}
