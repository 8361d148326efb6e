package io.github.readyourwrites.session;

import com.alibaba.ttl.TransmittableThreadLocal;
import io.github.readyourwrites.capture.WriteObserver;
import io.github.readyourwrites.replica.Servers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The one place with static state of this module: the sessions of this JVM (more exactly: of this class loader), the
 * servers they wrote to, and what each thread has open. Thread-safe.
 */
public final class SessionRegistry {

    /** Keys kept at once; beyond it, sessions closed longest ago are joined into the floor that all start with. */
    private static final int MAX_KEYS = 100_000;

    private static final Duration DEFAULT_TIME_TO_LIVE = Duration.ofMinutes(10);

    private static final Servers SERVERS = new Servers(System::nanoTime);

    /** Everything this JVM wrote. */
    private static final SessionFloor INSTANCE = new SessionFloor(SERVERS);

    /** What this JVM wrote outside any session. */
    private static final SessionFloor SESSIONLESS = new SessionFloor(SERVERS, INSTANCE);

    /** What was dropped from memory before its time; every session starts with it. */
    private static final SessionFloor BASE = new SessionFloor(SERVERS, INSTANCE);

    private static final KeyedFloors KEYED = new KeyedFloors(
            SessionRegistry::newFloor, BASE, System::nanoTime, MAX_KEYS, DEFAULT_TIME_TO_LIVE.toNanos());

    private static final List<Rule> RULES = new CopyOnWriteArrayList<>();

    private static final StoreInUse STORE = new StoreInUse(SessionRegistry::timeToLive, System::nanoTime);

    private static final LongAdder REJECTED_TOKENS = new LongAdder();

    /** Reaches ShardingSphere's worker threads and wrapped executors; a thread born in a session inherits nothing. */
    private static final TransmittableThreadLocal<@Nullable Frame> FRAME = new TransmittableThreadLocal<>() {

        @Override
        protected @Nullable Frame childValue(@Nullable Frame parentValue) {
            return null;
        }

        /** On the thread that hands a task over: what no longer counts there is not carried on. */
        @Override
        public @Nullable Frame copy(@Nullable Frame parentValue) {
            return Frame.effective(parentValue);
        }
    };

    /** Reaches ShardingSphere's worker threads, which write for the thread that handed them the statement. */
    private static final TransmittableThreadLocal<@Nullable SessionFloor> OF_THREAD = new TransmittableThreadLocal<>() {

        @Override
        protected @Nullable SessionFloor childValue(@Nullable SessionFloor parentValue) {
            return null;
        }
    };

    /** Whether a rule in use has {@link SessionlessScope#THREAD}. */
    private static volatile boolean threadsHaveFloors;

    private static final ThreadLocal<LastDecision> LAST_DECISION = ThreadLocal.withInitial(LastDecision::new);

    private SessionRegistry() {}

    /** The servers that this JVM knows. */
    public static Servers servers() {
        return SERVERS;
    }

    /**
     * A rule with READ_YOUR_WRITES is in use from now until the returned handle is closed.
     *
     * @param timeToLive how long a session is kept after its last close, and how long a token is believed; of several
     *     rules the longest counts
     * @param sessionlessScope of the rule
     */
    public static Rule use(Duration timeToLive, SessionlessScope sessionlessScope) {
        return use(timeToLive, sessionlessScope, null);
    }

    /**
     * The same for a rule with a token store, which is opened or, if another rule has it already, joined.
     *
     * @throws IllegalArgumentException if another store is in use
     */
    public static Rule use(
            Duration timeToLive, SessionlessScope sessionlessScope, @Nullable TokenStoreSettings tokenStore) {
        Rule result = new Rule(timeToLive, sessionlessScope, tokenStore != null);
        RULES.add(result);
        rulesChanged();
        if (tokenStore != null) {
            try {
                STORE.join(tokenStore);
            } catch (RuntimeException ex) {
                RULES.remove(result);
                rulesChanged();
                throw ex;
            }
        }
        return result;
    }

    /** What happened between sessions and their store; empty if no rule has one. */
    public static Optional<TokenStoreStatistics> tokenStoreStatistics() {
        return Optional.ofNullable(STORE.current()).map(SessionStore::statistics);
    }

    static @Nullable SessionStore store() {
        return STORE.current();
    }

    /** How many tokens could not be read and were treated as none. */
    public static long rejectedTokens() {
        return REJECTED_TOKENS.sum();
    }

    static void countRejectedToken() {
        REJECTED_TOKENS.increment();
    }

    static Duration timeToLive() {
        return RULES.stream().map(Rule::timeToLive).max(Duration::compareTo).orElse(DEFAULT_TIME_TO_LIVE);
    }

    static SessionFloor newFloor() {
        return new SessionFloor(SERVERS, INSTANCE);
    }

    static KeyedFloors keyed() {
        return KEYED;
    }

    static SessionFloor instance() {
        return INSTANCE;
    }

    static SessionFloor sessionless() {
        return SESSIONLESS;
    }

    static SessionFloor base() {
        return BASE;
    }

    static @Nullable SessionFloor ofThread() {
        return OF_THREAD.get();
    }

    static @Nullable Frame frame() {
        return Frame.effective(FRAME.get());
    }

    static void setFrame(@Nullable Frame frame) {
        if (frame == null) {
            FRAME.remove();
        } else {
            FRAME.set(frame);
        }
    }

    static LastDecision lastDecision() {
        return LAST_DECISION.get();
    }

    /** Whom the writes of this thread concern. */
    public static WriteObserver observer() {
        Frame frame = frame();
        RywSession session = frame == null ? null : frame.session();
        if (session != null) {
            return session.floor();
        }
        return threadsHaveFloors ? threadFloor() : SESSIONLESS;
    }

    /** To be called on the application's thread before a statement is handed to other threads. */
    public static void enterStatement() {
        if (threadsHaveFloors) {
            threadFloor();
        }
    }

    private static void rulesChanged() {
        KEYED.keep(timeToLive().toNanos());
        threadsHaveFloors = RULES.stream().anyMatch(each -> each.sessionlessScope == SessionlessScope.THREAD);
    }

    private static SessionFloor threadFloor() {
        SessionFloor result = OF_THREAD.get();
        if (result == null) {
            result = new SessionFloor(SERVERS, SESSIONLESS);
            OF_THREAD.set(result);
        }
        return result;
    }

    /** A rule in use. */
    public static final class Rule implements AutoCloseable {

        private final Duration timeToLive;

        private final SessionlessScope sessionlessScope;

        private final boolean hasStore;

        private Rule(Duration timeToLive, SessionlessScope sessionlessScope, boolean hasStore) {
            this.timeToLive = timeToLive;
            this.sessionlessScope = sessionlessScope;
            this.hasStore = hasStore;
        }

        private Duration timeToLive() {
            return timeToLive;
        }

        /** The rule is gone. Idempotent. */
        @Override
        public void close() {
            boolean removed = RULES.remove(this);
            rulesChanged();
            if (removed && hasStore) {
                STORE.leave();
            }
        }
    }
}
