package io.github.readyourwrites.session;

import io.github.readyourwrites.capture.PendingMark;
import io.github.readyourwrites.capture.ServerAddress;
import io.github.readyourwrites.capture.WriteObserver;
import io.github.readyourwrites.gtid.GtidSet;
import io.github.readyourwrites.replica.Primary;
import io.github.readyourwrites.replica.Servers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The floors of one session, one per primary. Whatever it observes its followers observe too: this JVM as a whole, and,
 * once the session was dropped from memory, the floor that every session starts with. Thread-safe.
 */
final class SessionFloor implements WriteObserver {

    private final Servers servers;

    private final List<SessionFloor> followers;

    private final Map<Primary, Floor> floors = new ConcurrentHashMap<>();

    private final CarriedPositions carried = new CarriedPositions();

    /** How the session is kept in a store; null as long as none was in use. */
    private volatile @Nullable StoredSession stored;

    SessionFloor(Servers servers, SessionFloor... followers) {
        this.servers = servers;
        this.followers = new CopyOnWriteArrayList<>(followers);
    }

    /** The floor for {@code primary}, or null as long as there is none. */
    @Nullable
    Floor find(Primary primary) {
        return floors.get(primary);
    }

    /** The floor for {@code primary}. */
    Floor get(Primary primary) {
        Floor result = floors.get(primary);
        return result == null ? floors.computeIfAbsent(primary, key -> new Floor(key, servers.tickets())) : result;
    }

    Collection<Floor> all() {
        return floors.values();
    }

    boolean hasCarried() {
        return !carried.isEmpty();
    }

    /** Positions that came with tokens. */
    CarriedPositions carried() {
        return carried;
    }

    /** What a reader elsewhere has to be told: floors, marks, and what tokens brought and no floor stands for yet. */
    List<TokenEntry> tokenEntries() {
        CarriedPositions result = new CarriedPositions();
        floors.values().forEach(each -> result.addAll(List.of(each.toTokenEntry())));
        result.addAll(carried.unassigned(servers.fenced()));
        return result.entries().stream()
                .filter(each -> each.marked() || !each.position().isEmpty())
                .toList();
    }

    /** How the session of {@code key}, which this is the floor of, is kept in a store. */
    synchronized StoredSession storedAs(String key) {
        StoredSession result = stored;
        if (result == null) {
            result = new StoredSession(this, key, SessionRegistry::store);
            stored = result;
        }
        return result;
    }

    /** Null as long as no store was in use. */
    @Nullable
    StoredSession stored() {
        return stored;
    }

    /** Something was added that readers elsewhere have to see. */
    void changed() {
        StoredSession current = stored;
        if (current != null) {
            current.changed();
        }
    }

    @Override
    public void committed(ServerAddress server, GtidSet gtids) {
        Primary primary = servers.primary(server);
        // First: what was taken for gone before, such as a number that is used again, would be taken out of the floor.
        primary.committed(gtids);
        raise(primary, gtids);
        changed();
    }

    private void raise(Primary primary, GtidSet gtids) {
        get(primary).raise(gtids);
        followers.forEach(each -> each.raise(primary, gtids));
    }

    @Override
    public void marked(ServerAddress server) {
        get(servers.primary(server)).mark();
        followers.forEach(each -> each.marked(server));
        changed();
    }

    @Override
    public PendingMark markPending(ServerAddress server) {
        return pending(get(servers.primary(server)).markPending(), each -> each.markPending(server));
    }

    @Override
    public PendingMark writing(ServerAddress server) {
        return pending(get(servers.primary(server)).writing(), each -> each.writing(server));
    }

    @Override
    public void commitUnknown(ServerAddress server, long connectionId, String username) {
        servers.primary(server).commitUnknown(connectionId, username, markPending(server));
    }

    private PendingMark pending(PendingMark own, Function<SessionFloor, PendingMark> theirs) {
        List<PendingMark> result = new ArrayList<>(1 + followers.size());
        result.add(own);
        followers.forEach(each -> result.add(theirs.apply(each)));
        changed();
        return () -> {
            result.forEach(PendingMark::settle);
            changed();
        };
    }

    /** Whether an open transaction, or a commit whose connection broke, will have more to say. */
    boolean isUnsettled() {
        return floors.values().stream().anyMatch(Floor::isUnsettled);
    }

    /** From now on {@code follower} observes too: a transaction of a forgotten session may still commit. */
    void followedBy(SessionFloor follower) {
        followers.add(follower);
    }

    /** Hands everything on to {@code heir}, now and from now on. */
    void dropInto(SessionFloor heir) {
        followedBy(heir);
        floors.forEach((primary, floor) -> heir.get(primary).join(floor));
        heir.carried().addAll(carried.entries());
    }
}
