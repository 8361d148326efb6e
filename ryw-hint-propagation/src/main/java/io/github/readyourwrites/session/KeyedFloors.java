package io.github.readyourwrites.session;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One floor per session key: the same for everybody who opens the key, kept for a while after the last close. No thread
 * sweeps; each open and close looks at the few oldest. Thread-safe.
 */
final class KeyedFloors {

    /** What one open or close looks at, at most. */
    private static final int SWEEP = 4;

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /** Closed keys in the order of their closing; an entry opened since is skipped when its turn comes. */
    private final Queue<Closed> closed = new ConcurrentLinkedQueue<>();

    private final Supplier<SessionFloor> newFloor;

    private final SessionFloor base;

    private final LongSupplier clock;

    private final int maxKeys;

    private volatile long keepNanos;

    /**
     * Keyed floors.
     *
     * @param base takes over what is dropped before its time
     * @param maxKeys more keys than this are dropped early, oldest close first; open ones never
     */
    KeyedFloors(Supplier<SessionFloor> newFloor, SessionFloor base, LongSupplier clock, int maxKeys, long keepNanos) {
        this.newFloor = newFloor;
        this.base = base;
        this.clock = clock;
        this.maxKeys = maxKeys;
        this.keepNanos = keepNanos;
    }

    void keep(long nanos) {
        keepNanos = nanos;
    }

    SessionFloor open(String key) {
        sweep();
        return entries.compute(key, (ignored, entry) -> (entry == null ? new Entry(newFloor.get()) : entry).opened())
                .floor;
    }

    void close(String key) {
        long now = clock.getAsLong();
        entries.computeIfPresent(key, (ignored, entry) -> entry.closed(now));
        closed.add(new Closed(key, now));
        sweep();
    }

    private void sweep() {
        for (int i = 0; i < SWEEP; i++) {
            Closed oldest = closed.peek();
            if (oldest == null) {
                return;
            }
            boolean expired = clock.getAsLong() - oldest.atNanos >= keepNanos;
            if (!expired && entries.size() <= maxKeys) {
                return;
            }
            if (closed.remove(oldest)) {
                entries.computeIfPresent(oldest.key, (ignored, entry) -> dropped(entry, oldest, expired));
            }
        }
    }

    private @Nullable Entry dropped(Entry entry, Closed at, boolean expired) {
        if (entry.opens > 0 || entry.closedAtNanos != at.atNanos) {
            return entry;
        }
        if (expired) {
            entry.floor.followedBy(base);
        } else {
            entry.floor.dropInto(base);
        }
        return null;
    }

    int size() {
        return entries.size();
    }

    private record Closed(String key, long atNanos) {}

    /** Fields are guarded by the map's lock on the key. */
    private static final class Entry {

        private final SessionFloor floor;

        private int opens;

        private long closedAtNanos;

        Entry(SessionFloor floor) {
            this.floor = floor;
        }

        Entry opened() {
            opens++;
            return this;
        }

        Entry closed(long now) {
            opens--;
            closedAtNanos = now;
            return this;
        }
    }
}
