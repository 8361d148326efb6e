package io.github.readyourwrites.replica;

import io.github.readyourwrites.capture.ServerAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The MySQL servers that this JVM knows, keyed by where they are and never by a data source's name: two data sources on
 * one server share its monitor, two of one name on different servers share nothing.
 *
 * <p>Thread-safe. Threads and connections exist from {@link #watch} to {@link Watched#close()}.
 */
public final class Servers {

    private static final Logger LOGGER = LoggerFactory.getLogger(Servers.class);

    private final LongSupplier clock;

    private final CoarseClock coarseClock;

    private final Tickets tickets = new Tickets();

    private final ReplicaEvents events = new ReplicaEvents();

    private final LostWrites lostWrites = new LostWrites(event -> events.publish(each -> each.lostWrite(event)));

    private final Map<ServerAddress, Primary> primaries = new ConcurrentHashMap<>();

    /** Guarded by this. */
    private final Map<ServerEndpoint, Shared<ReplicaMonitor>> replicas = new HashMap<>();

    /** Guarded by this. */
    private final Map<ServerAddress, Shared<Primary>> fenced = new HashMap<>();

    /** By the address of the primary. Changed under this. */
    private final Map<ServerAddress, Heartbeat> heartbeats = new ConcurrentHashMap<>();

    /** Compared by identity. Guarded by this. */
    private final Set<Watched> open = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Servers observed on {@code clock}.
     *
     * @param clock nanoseconds, as {@link System#nanoTime}
     */
    public Servers(LongSupplier clock) {
        this.clock = clock;
        coarseClock = new CoarseClock(clock);
    }

    /** The nanosecond clock of every deadline. */
    public LongSupplier clock() {
        return clock;
    }

    /** The order of marks, reads and fences. */
    public Tickets tickets() {
        return tickets;
    }

    /** How many transactions were reported lost so far. */
    public long lostWrites() {
        return lostWrites.count();
    }

    /** The server at {@code address}, as far as it is written to. */
    public Primary primary(ServerAddress address) {
        Primary result = primaries.get(address);
        return result == null
                ? primaries.computeIfAbsent(address, key -> new Primary(key, clock, this::realign, lostWrites))
                : result;
    }

    private synchronized void realign() {
        for (Primary each : primaries.values()) {
            UUID uuid = each.serverUuid();
            if (uuid != null) {
                // Once the same, always the same: after a failover one address learns of the new server before the
                // other.
                each.sameServer(primaries.values().stream()
                        .filter(other -> uuid.equals(other.serverUuid())
                                || each.sameServer().contains(other))
                        .toList());
            }
        }
    }

    /** The servers that groups of open data sources write to. */
    public List<Primary> fenced() {
        return primaries.values().stream().filter(Primary::isFenced).toList();
    }

    /**
     * Whether a group of an open data source writes to the server of this identity. One that none writes to any more may
     * have been replaced by one that has all it had.
     */
    public boolean isPrimary(UUID serverUuid) {
        return primaries.values().stream().anyMatch(each -> each.isFenced() && serverUuid.equals(each.serverUuid()));
    }

    /**
     * Starts to watch a group's servers, or joins in where one is watched already (with the settings it was first
     * watched with; others are warned about). Opens no connection on the calling thread.
     */
    public synchronized Watched watch(ServerEndpoint write, List<ServerEndpoint> reads, MonitorSettings settings) {
        if (open.isEmpty()) {
            coarseClock.start();
            events.start();
            ReplicaHealth.opened(this);
        }
        Primary primary = fenced.computeIfAbsent(
                        write.address(),
                        address -> new Shared<>(
                                "the heartbeat of " + address, settings.heartbeat(), fencing(write, settings)))
                .join(settings.heartbeat());
        connectAs(write, primary, settings);
        List<ReplicaMonitor> monitors = new ArrayList<>();
        for (ServerEndpoint each : reads) {
            ReplicaMonitor monitor = replicas.computeIfAbsent(
                            each,
                            endpoint ->
                                    new Shared<>("the replica " + endpoint, settings, monitoring(endpoint, settings)))
                    .join(settings);
            primary.attach(monitor);
            monitors.add(monitor);
        }
        Watched result = new Watched(this, write, reads, primary, List.copyOf(monitors));
        open.add(result);
        return result;
    }

    /** Later connections to the primary are made so: the account of the data source opened last counts. */
    private void connectAs(ServerEndpoint endpoint, Primary primary, MonitorSettings settings) {
        primary.fenceAs(JdbcFenceLink.source(endpoint, settings.probeTimeout()));
        Heartbeat heartbeat = heartbeats.get(endpoint.address());
        if (heartbeat != null) {
            heartbeat.connectBy(JdbcHeartbeatLink.source(endpoint, heartbeat.table(), settings.probeTimeout()));
        }
    }

    private Primary fencing(ServerEndpoint endpoint, MonitorSettings settings) {
        Primary result = primary(endpoint.address());
        FenceLink.Source links = JdbcFenceLink.source(endpoint, settings.probeTimeout());
        result.open(new Fences(result, links, tickets, clock), settings);
        HeartbeatTable table = HeartbeatTable.of(settings.heartbeat().table(), endpoint.schema());
        Heartbeat heartbeat = new Heartbeat(
                result,
                JdbcHeartbeatLink.source(endpoint, table, settings.probeTimeout()),
                table,
                settings.heartbeat(),
                events,
                clock);
        heartbeats.put(endpoint.address(), heartbeat);
        heartbeat.start();
        return result;
    }

    /** What is known of each replica that is watched. */
    public synchronized List<ReplicaSnapshot> snapshots() {
        return replicas.values().stream().map(each -> each.value.snapshot()).toList();
    }

    /** What the heartbeats know of each primary. */
    List<PrimarySnapshot> primarySnapshots() {
        return heartbeats.values().stream().map(Heartbeat::snapshot).toList();
    }

    private ReplicaMonitor monitoring(ServerEndpoint endpoint, MonitorSettings settings) {
        ReplicaLink.Source links = JdbcReplicaLink.source(endpoint, settings.probeTimeout());
        ReplicaMonitor result = new ReplicaMonitor(endpoint.address(), settings, links, clock, coarseClock, events);
        result.start();
        return result;
    }

    /** Replicas that followed {@code leaving} follow what else is known as their primary, under another address say. */
    private void followAnother(Primary leaving) {
        for (Watched each : open) {
            each.replicas().stream()
                    .filter(replica -> replica.follows(leaving))
                    .forEach(replica -> replica.follow(each.primary()));
        }
    }

    /** Threads are ended outside the lock: they may need it to end. */
    private void release(Watched watched) {
        List<ReplicaMonitor> ending = new ArrayList<>();
        Runnable fencesEnd = () -> {};
        Runnable eventsEnd = () -> {};
        Heartbeat heartbeat = null;
        synchronized (this) {
            if (!open.remove(watched)) {
                return;
            }
            for (int i = 0; i < watched.reads().size(); i++) {
                watched.primary().detach(watched.replicas().get(i));
                Shared<ReplicaMonitor> shared = replicas.get(watched.reads().get(i));
                if (shared != null && shared.leave()) {
                    replicas.remove(watched.reads().get(i));
                    ending.add(shared.value);
                }
            }
            Shared<Primary> shared = fenced.get(watched.write().address());
            if (shared != null && shared.leave()) {
                fenced.remove(watched.write().address());
                followAnother(shared.value);
                fencesEnd = shared.value.detachFences();
                heartbeat = heartbeats.remove(watched.write().address());
            }
            if (open.isEmpty()) {
                coarseClock.close();
                eventsEnd = events.stop();
                ReplicaHealth.closed(this);
            }
        }
        // All are told before the first is waited for: frozen servers take their time together.
        ending.forEach(ReplicaMonitor::stop);
        if (heartbeat != null) {
            heartbeat.stop();
        }
        fencesEnd.run();
        if (heartbeat != null) {
            heartbeat.close();
        }
        ending.forEach(ReplicaMonitor::close);
        eventsEnd.run();
        LOGGER.debug("no longer watching for {}", watched.write());
    }

    /**
     * A group's servers, watched until closed.
     *
     * @param primary the write data source's server
     * @param replicas the read data sources' servers, in their order
     */
    public record Watched(
            Servers servers,
            ServerEndpoint write,
            List<ServerEndpoint> reads,
            Primary primary,
            List<ReplicaMonitor> replicas)
            implements AutoCloseable {

        /** Ends what nobody else watches: threads and connections. Idempotent; blocks for seconds at most. */
        @Override
        public void close() {
            servers.release(this);
        }
    }

    /** Something several groups use; the last one to leave ends it. */
    private static final class Shared<T> {

        private final String name;

        private final Record settings;

        private final T value;

        private int users;

        Shared(String name, Record settings, T value) {
            this.name = name;
            this.settings = settings;
            this.value = value;
        }

        T join(Record wanted) {
            users++;
            if (!settings.equals(wanted)) {
                LOGGER.warn(
                        "{} is in use already and goes on with {}, not with {}. Remedy: close every data source that uses it,"
                                + " then open them anew",
                        name,
                        settings,
                        wanted);
            }
            return value;
        }

        boolean leave() {
            return --users == 0;
        }
    }
}
