package io.github.readyourwrites.session;

import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One floor per session key: the same for everybody who opens the key, kept for a while after the last close. No thread
 * sweeps; each open and close looks at the few that were closed longest ago, once their time may be over. Thread-safe.
 */
final class KeyedFloors {

    /** What one open or close looks at, at most. */
    private static final int SWEEP = 4;

    private final Map<String, Entry> entries = new ConcurrentHashMap<>();

    /** Keys that were closed, each at most once, in the order of their closing as far as that is known. */
    private final Deque<String> closed = new ConcurrentLinkedDeque<>();

    private final Supplier<SessionFloor> newFloor;

    private final SessionFloor base;

    private final LongSupplier clock;

    private final int maxKeys;

    private volatile long keepNanos;

    /** When the key at the head was closed, as it was last looked at: before its time is over no other's is. */
    private volatile @Nullable Long oldestClosedNanos;

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
        entries.computeIfPresent(key, (ignored, entry) -> {
            entry.closed(now);
            if (!entry.queued) {
                entry.queued = true;
                entry.queuedAtNanos = now;
                closed.addLast(key);
            }
            return entry;
        });
        sweep();
    }

    private void sweep() {
        Long oldestNanos = oldestClosedNanos;
        if (oldestNanos != null && !isExpired(oldestNanos) && entries.size() <= maxKeys) {
            return;
        }
        for (int i = 0; i < SWEEP; i++) {
            String oldest = closed.pollFirst();
            if (oldest == null) {
                return;
            }
            Fate[] fate = {Fate.GONE};
            entries.computeIfPresent(oldest, (ignored, entry) -> {
                fate[0] = fate(entry);
                return fate[0] == Fate.GONE ? null : entry;
            });
            if (fate[0] == Fate.NOT_YET) {
                closed.addFirst(oldest);
                return;
            }
            if (fate[0] == Fate.LATER) {
                closed.addLast(oldest);
            }
        }
    }

    private Fate fate(Entry entry) {
        if (entry.opens > 0) {
            entry.queued = false;
            return Fate.OPEN;
        }
        if (entry.queuedAtNanos != entry.closedAtNanos) {
            entry.queuedAtNanos = entry.closedAtNanos;
            return Fate.LATER;
        }
        boolean expired = isExpired(entry.closedAtNanos);
        if (!expired && entries.size() <= maxKeys) {
            oldestClosedNanos = entry.closedAtNanos;
            return Fate.NOT_YET;
        }
        if (entry.floor.isUnsettled()) {
            return Fate.LATER;
        }
        if (expired) {
            entry.floor.followedBy(base);
        } else {
            entry.floor.dropInto(base);
        }
        return Fate.GONE;
    }

    private boolean isExpired(long closedNanos) {
        return clock.getAsLong() - closedNanos >= keepNanos;
    }

    int queued() {
        return closed.size();
    }

    int size() {
        return entries.size();
    }

    /** What becomes of the key that was closed longest ago. */
    private enum Fate {

        /** Neither is its time over nor is there pressure. */
        NOT_YET,

        /** Something of it is still to come, or it was closed again since. */
        LATER,

        /** It was opened again; its next close queues it anew. */
        OPEN,

        /** Forgotten. */
        GONE
    }

    /** Fields are guarded by the map's lock on the key. */
    private static final class Entry {

        private final SessionFloor floor;

        private int opens;

        private long closedAtNanos;

        private boolean queued;

        private long queuedAtNanos;

        Entry(SessionFloor floor) {
            this.floor = floor;
        }

        Entry opened() {
            opens++;
            return this;
        }

        void closed(long now) {
            opens--;
            closedAtNanos = now;
        }
    }
}
