package io.github.readyourwrites.session;

import io.github.readyourwrites.replica.Primary;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the calling thread's next read has to respect. For the load-balance module; a snapshot of which scopes are open,
 * while the floors in it go on rising.
 */
public final class ReadView {

    static final ReadView SESSIONLESS = new ReadView(null);

    private final @Nullable Frame frame;

    ReadView(@Nullable Frame frame) {
        this.frame = frame;
    }

    /** The calling thread's view. */
    public static ReadView current() {
        return ThreadScope.current().view();
    }

    /**
     * How many reads of the view's session so far, on whatever thread, may have been stale because the user allowed that;
     * 0 outside any session.
     */
    public long staleReads() {
        RywSession session = frame == null ? null : frame.session();
        return session == null ? 0 : session.staleReads();
    }

    /** Whether reads were asked to go to the primary. */
    public boolean isPrimaryRequested() {
        return frame != null && frame.isPrimaryRequested();
    }

    /** The level that the innermost scope requires, else the rule's. */
    public ConsistencyLevel level(ConsistencyLevel ofRule) {
        ConsistencyLevel required = frame == null ? null : frame.level();
        return required == null ? ofRule : required;
    }

    /**
     * Adds the floors that a read of {@code primary}'s data must see at {@code level}; those that ask for nothing are left
     * out. Positions that came with tokens are assigned on the way.
     */
    public void addFloors(
            ConsistencyLevel level,
            Primary primary,
            boolean includesSessionless,
            SessionlessScope sessionlessScope,
            List<Floor> result) {
        if (level == ConsistencyLevel.EVENTUAL) {
            return;
        }
        if (level == ConsistencyLevel.INSTANCE) {
            add(SessionRegistry.instance(), primary, result);
        }
        RywSession session = frame == null ? null : frame.session();
        if (session != null) {
            addCarried(session.floor(), primary, result);
            addCarried(SessionRegistry.base(), primary, result);
            if (includesSessionless) {
                add(SessionRegistry.sessionless(), primary, result);
            }
        } else if (level != ConsistencyLevel.INSTANCE) {
            addSessionless(sessionlessScope, primary, result);
        }
    }

    private static void addCarried(SessionFloor source, Primary primary, List<Floor> result) {
        if (source.hasCarried()) {
            source.carried().assign(source.get(primary), SessionRegistry.servers());
        }
        add(source, primary, result);
    }

    private static void addSessionless(SessionlessScope scope, Primary primary, List<Floor> result) {
        if (scope == SessionlessScope.INSTANCE) {
            add(SessionRegistry.instance(), primary, result);
        } else if (scope == SessionlessScope.THREAD) {
            add(ThreadScope.current().floor(), primary, result);
        }
    }

    private static void add(@Nullable SessionFloor source, Primary primary, List<Floor> result) {
        if (source == null) {
            return;
        }
        List<Primary> addresses = primary.sameServer();
        for (int i = 0; i < addresses.size(); i++) {
            Floor floor = source.find(addresses.get(i));
            if (floor != null && !floor.isEmpty()) {
                result.add(floor);
            }
        }
    }

    /** The floor of the session that is open on this thread; null if there is none. */
    public @Nullable Floor sessionFloor(Primary primary) {
        RywSession session = frame == null ? null : frame.session();
        return session == null ? null : session.floor().get(primary);
    }

    /**
     * Whether a transaction of the session, or outside any session one of this JVM, has written, or may have, on {@code
     * primary} and is still open.
     */
    public boolean isWriting(Primary primary) {
        RywSession session = frame == null ? null : frame.session();
        SessionFloor source = session == null ? SessionRegistry.sessionless() : session.floor();
        List<Primary> addresses = primary.sameServer();
        for (int i = 0; i < addresses.size(); i++) {
            Floor floor = source.find(addresses.get(i));
            if (floor != null && floor.isUnsettled()) {
                return true;
            }
        }
        return false;
    }
}
