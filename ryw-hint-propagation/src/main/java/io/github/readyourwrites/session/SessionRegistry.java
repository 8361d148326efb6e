package io.github.readyourwrites.session;

import com.alibaba.ttl.TransmittableThreadLocal.Transmitter;
import io.github.readyourwrites.capture.WriteObserver;
import io.github.readyourwrites.replica.Servers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one place with static state of this module: the sessions of this JVM (more exactly: of this class loader), the
 * servers they wrote to, and what each thread has open. Thread-safe.
 */
public final class SessionRegistry {

    private static final Logger LOGGER = LoggerFactory.getLogger(SessionRegistry.class);

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

    private static final SessionTokens TOKENS = new SessionTokens(System::currentTimeMillis, ofEnvironment());

    private static final StoreInUse STORE = new StoreInUse(SessionRegistry::timeToLive, System::nanoTime);

    /** A thread born in a session inherits nothing; tasks are handed it by {@link ThreadState}. */
    private static final ThreadLocal<ThreadScope> THREAD_SCOPE = ThreadLocal.withInitial(ThreadScope::new);

    /** Whether a rule in use has {@link SessionlessScope#THREAD}. */
    private static volatile boolean threadsHaveFloors;

    private static final TaskTransmittee TASKS = new TaskTransmittee();

    static {
        carryWithTasks();
    }

    private SessionRegistry() {}

    /** Known before a data source is opened. Opening one refuses what is malformed; until then it is said and left out. */
    private static TokenKeys ofEnvironment() {
        try {
            return TokenKeys.ofEnvironment(System.getenv());
        } catch (IllegalArgumentException ex) {
            LOGGER.warn("{} is not used: {}", TokenKeys.ENVIRONMENT_VARIABLE, ex.getMessage());
            return TokenKeys.none();
        }
    }

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
     * @param tokenKeys seal and open tokens; of several rules the first one with keys seals, and all open
     */
    public static Rule use(Duration timeToLive, SessionlessScope sessionlessScope, TokenKeys tokenKeys) {
        return use(timeToLive, sessionlessScope, tokenKeys, null);
    }

    /**
     * The same for a rule with a token store, which is opened or, if another rule has it already, joined.
     *
     * @throws IllegalArgumentException if another store is in use
     */
    public static Rule use(
            Duration timeToLive,
            SessionlessScope sessionlessScope,
            TokenKeys tokenKeys,
            @Nullable TokenStoreSettings tokenStore) {
        Rule result = new Rule(timeToLive, sessionlessScope, tokenKeys, tokenStore != null);
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

    /** Makes and reads tokens. */
    static SessionTokens tokens() {
        return TOKENS;
    }

    /** What happened between sessions and their store; empty if no rule has one. */
    public static Optional<TokenStoreStatistics> tokenStoreStatistics() {
        return Optional.ofNullable(STORE.current()).map(SessionStore::statistics);
    }

    static @Nullable SessionStore store() {
        return STORE.current();
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

    static ThreadScope threadScope() {
        return THREAD_SCOPE.get();
    }

    static @Nullable Frame frame() {
        return threadScope().frame();
    }

    static void setFrame(@Nullable Frame frame) {
        threadScope().setFrame(frame);
    }

    /** Whom the writes of this thread concern. */
    public static WriteObserver observer() {
        Frame frame = frame();
        RywSession session = frame == null ? null : frame.session();
        if (session != null) {
            return session.observer();
        }
        return threadsHaveFloors ? threadFloor() : SESSIONLESS;
    }

    /** To be called on the application's thread before a statement is handed to other threads. */
    public static void enterStatement() {
        if (threadsHaveFloors) {
            threadFloor();
        }
    }

    /** TransmittableThreadLocal carries {@link ThreadState} from now on, as it does once the first session was opened. */
    public static void carryWithTasks() {
        Transmitter.registerTransmittee(TASKS);
    }

    private static synchronized void rulesChanged() {
        KEYED.keep(timeToLive().toNanos());
        TOKENS.use(RULES.stream().map(each -> each.tokenKeys).toList());
        threadsHaveFloors = RULES.stream().anyMatch(each -> each.sessionlessScope == SessionlessScope.THREAD);
    }

    private static SessionFloor threadFloor() {
        ThreadScope scope = threadScope();
        SessionFloor result = scope.floor();
        if (result == null) {
            result = new SessionFloor(SERVERS, SESSIONLESS);
            scope.setFloor(result);
        }
        return result;
    }

    /** A rule in use. */
    public static final class Rule implements AutoCloseable {

        private final Duration timeToLive;

        private final SessionlessScope sessionlessScope;

        private final TokenKeys tokenKeys;

        private final boolean hasStore;

        private Rule(Duration timeToLive, SessionlessScope sessionlessScope, TokenKeys tokenKeys, boolean hasStore) {
            this.timeToLive = timeToLive;
            this.sessionlessScope = sessionlessScope;
            this.tokenKeys = tokenKeys;
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
